import { table } from '../columns.ts'
import { processCommand } from '../command.ts'
import { examineAddresses } from '../doctor/addresses.ts'
import { examineDatabase } from '../doctor/database.ts'
import { examineMachine } from '../doctor/machine.ts'
import { examineMail } from '../doctor/mail.ts'

const doctor = processCommand({
  name: 'doctor',
  summary: 'Check this installation, and say what to do',
  description: 'It changes nothing. The exit code is 1 when something is wrong; warnings leave it at 0.',
  run: async ({ config, output, loadWiring }) => {
    const machine = await examineMachine(config)
    const database = await examineDatabase(config, await loadWiring())
    const findings = [...machine, ...database, ...(await examineAddresses(config)), await examineMail(config)]
    const isHealthy = findings.every(({ verdict }) => verdict !== 'wrong')
    output.show(
      { healthy: isHealthy, findings },
      table(
        ['', 'check', 'found'],
        findings.map(({ verdict, check, message }) => [verdict, check, message]),
      ),
    )
    return isHealthy ? 0 : 1
  },
})

export const commands = [doctor]
