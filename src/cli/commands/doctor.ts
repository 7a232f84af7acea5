import { hour } from '#platform/time/durations.ts'
import { findHolder, runInService } from '#process/command-client.ts'
import { failureOf } from '#process/failure.ts'
import { table } from '../columns.ts'
import { databaseCommand, type ProcessContext, processCommand } from '../command.ts'
import { examineAddresses } from '../doctor/addresses.ts'
import { examineDatabase, examineOwnDatabase } from '../doctor/database.ts'
import { type Finding, ok, wrong } from '../doctor/finding.ts'
import { examineService } from '../doctor/listening.ts'
import { examineMachine } from '../doctor/machine.ts'
import { examineMail } from '../doctor/mail.ts'

const doctor = processCommand({
  name: 'doctor',
  summary: 'Check this installation and suggest fixes',
  description:
    'While the service runs on the embedded database, the service itself runs the checks, with its own settings. Nothing is changed. The exit code is 1 if a check failed; warnings leave it at 0.',
  run: async (processContext) => {
    const findings = (await askService(processContext)) ?? (await examineFromHere(processContext))
    const isHealthy = findings.every(({ verdict }) => verdict !== 'wrong')
    processContext.output.show(
      { healthy: isHealthy, findings },
      table(
        ['', 'check', 'found'],
        findings.map(({ verdict, check, message }) => [verdict, check, message]),
      ),
    )
    return isHealthy ? 0 : 1
  },
})

/** To go through a long activity log takes its time. */
const patienceMilliseconds = hour

/** Undefined where no service holds the data folder. */
const askService = async ({
  config: { databaseUrl, dataFolder },
}: ProcessContext): Promise<readonly Finding[] | undefined> => {
  if (databaseUrl !== undefined || (await findHolder(dataFolder)) !== 'service') return undefined
  try {
    return ((await runInService(dataFolder, ['examine'], patienceMilliseconds)) as unknown as Examined).findings
  } catch (error) {
    return [wrong('service', failureOf(error).message)]
  }
}

const examineFromHere = async ({ config, loadWiring }: ProcessContext): Promise<readonly Finding[]> => {
  const machine = await examineMachine(config)
  const service = config.databaseUrl === undefined ? [] : [await examineService(config)]
  const database = await examineDatabase(config, await loadWiring())
  return [...machine, ...service, ...database, ...(await examineAddresses(config)), await examineMail(config)]
}

interface Examined {
  readonly [name: string]: unknown
  readonly findings: readonly Finding[]
}

/** What the service finds about itself, when `doctor` asks it. */
const examine = databaseCommand({
  name: 'examine',
  summary: 'Check the service from inside',
  run: async ({ database }, _, config): Promise<Examined> => ({
    findings: [
      ...(await examineMachine(config)),
      ok('service', `It is running as process ${process.pid}`),
      ...(await examineOwnDatabase(config, database)),
      ...(await examineAddresses(config)),
      await examineMail(config),
    ],
  }),
  show: ({ findings }) => JSON.stringify(findings),
})

export const commands = [doctor]
export const internalCommands = [examine]
