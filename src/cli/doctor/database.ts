import { existsSync } from 'node:fs'
import { verifyLog } from '#activity/index.ts'
import { countSetAsideJobs } from '#execution/store/jobs.ts'
import { guessable, hasGuessableSecret } from '#instance/secret.ts'
import { clockRefusal } from '#instance/store/clock-difference.ts'
import { findReplica, inspectPostgres, poolingRefusals, warningsAboutPostgres } from '#instance/store/inspect.ts'
import { findRestoredAt, heldNotice } from '#instance/store/restored.ts'
import { countOrganizations } from '#organizations/index.ts'
import type { Config } from '#platform/config.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'
import { hasEmbeddedDatabase } from '#process/data-folder.ts'
import { failureOf, reasonOf } from '#process/failure.ts'
import { holdingFolder } from '#process/hold-folder.ts'
import { schemaVersions } from '#process/schema.ts'
import type { Wiring } from '#process/wiring.ts'
import { withDatabase } from '../open-database.ts'
import { examineCalendars } from './calendars.ts'
import { examineConferences } from './conferences.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'
import { examinePayments } from './payments.ts'
import { examineRequests } from './requests.ts'

/**
 * Whether the database answers, is set up safely, and is the one that belongs to this release and this secret. For when
 * no service holds it.
 */
export const examineDatabase = async (config: Config, wiring: Wiring): Promise<Finding[]> => {
  try {
    return config.databaseUrl === undefined
      ? await examineEmbedded(config, wiring)
      : await examineOpened(config, wiring)
  } catch (error) {
    return [
      wrong(
        'database',
        faultOf(error) === 'away'
          ? `The database does not respond: ${reasonOf(error)}. Check that PostgreSQL is running, and check DATABASE_URL.`
          : failureOf(error).message,
      ),
    ]
  }
}

const noneYet = ok('database', 'It does not exist yet; the first start creates it')

const examineEmbedded = async (config: Config, wiring: Wiring): Promise<Finding[]> => {
  // To hold the folder would make it.
  if (!existsSync(config.dataFolder)) return [noneYet]
  return holdingFolder(config.dataFolder, async () =>
    hasEmbeddedDatabase(config.dataFolder)
      ? [ok('service', 'The service is not running'), ...(await examineOpened(config, wiring))]
      : [noneYet],
  )
}

const examineOpened = (config: Config, wiring: Wiring): Promise<Finding[]> =>
  withDatabase(config, wiring, (database) =>
    examineWith(config, database, () => examineSecret(config, wiring, database)),
  )

/** In the service itself: it would not run with another secret. */
export const examineOwnDatabase = (config: Config, database: Database): Promise<Finding[]> =>
  examineWith(config, database, () => judgeSecret(config))

const examineWith = async (
  config: Config,
  database: Database,
  examineOwnSecret: () => Promise<Finding>,
): Promise<Finding[]> => {
  const server = database.kind === 'postgres' ? await examineServer(config, database) : []
  const schema = await examineSchema(database)
  if (schema.verdict !== 'ok') return [...server, schema]
  return [
    ...server,
    schema,
    await examineOwnSecret(),
    ok('organizations', `It holds ${counted(await countOrganizations(database.reader), 'organization')}`),
    await examineLog(database),
    await examineCalendars(database, systemClock.now()),
    await examineConferences(database),
    await examinePayments(database),
    await examineRequests(database),
    await examineJobs(database),
    ...(await examineCopy(database)),
    ...(config.redisUrl === undefined ? [] : [await examineRedis(config)]),
  ]
}

const examineServer = async (config: Config, database: Database): Promise<Finding[]> => {
  const pooling = (await poolingRefusals(config)).map((sentence) => wrong('pooler', sentence))
  const refusals = await inspectPostgres(database)
  const judged = refusals.map((sentence) => (config.allowUnsafeDatabase ? warning : wrong)('database', sentence))
  const warnings = (await warningsAboutPostgres(database)).map((sentence) => warning('database', sentence))
  const server = refusals.length === 0 ? [ok('database', 'PostgreSQL responds and commits durably')] : judged
  const clock = await clockRefusal(database, systemClock)
  return [
    ...pooling,
    ...server,
    clock === undefined ? ok('clock', 'It agrees with the clock of PostgreSQL') : wrong('clock', clock),
    ...warnings,
    ...(await examineReplica(config, database)),
  ]
}

const examineReplica = async (config: Config, database: Database): Promise<Finding[]> => {
  const found = await findReplica(database, config)
  if (!found) return []
  if (found.kind === 'wrong') return [wrong('replica', found.sentence)]
  if (found.kind === 'away')
    return [warning('replica', `It is not used because it does not respond: ${reasonOf(found.error)}.`)]
  if (found.lagMilliseconds === undefined)
    return [warning('replica', 'It is more than a second behind and is not used until it has caught up.')]
  return [ok('replica', `It is ${Math.ceil(found.lagMilliseconds)} ms behind`)]
}

const examineSchema = async (database: Database): Promise<Finding> => {
  const { version, newest } = await schemaVersions(database)
  if (version === newest) return ok('schema', `Version ${version}, as required by this release`)
  if (version === 0) return warning('schema', 'The database is empty. Run: openslot start, or openslot init --help')
  return wrong(
    'schema',
    version < newest
      ? `Version ${version}, but this release requires ${newest}. Run: openslot migrate`
      : `Version ${version}, but this release supports only ${newest}. Use the newer release.`,
  )
}

const judgeSecret = async (config: Config): Promise<Finding> =>
  (await hasGuessableSecret(config))
    ? wrong(
        'secret',
        `${guessable} Anyone who guesses it can forge links and read stored passwords. Move to a new installation: openslot export, then openslot import openslot`,
      )
    : ok('secret', 'It matches this database')

const examineSecret = async (config: Config, wiring: Wiring, database: Database): Promise<Finding> => {
  try {
    await wiring.createContext(config, database, systemClock)
    return await judgeSecret(config)
  } catch (error) {
    return wrong('secret', failureOf(error).message)
  }
}

/** Whether the activity log is as it was written. */
const examineLog = async (database: Database): Promise<Finding> => {
  const logs = await verifyLog(database.reader)
  const broken = logs.flatMap(({ organizationId, trouble }) =>
    trouble === undefined ? [] : [`of organization ${organizationId}, ${trouble}`],
  )
  if (broken.length > 0)
    return wrong(
      'activity log',
      `Entries were changed after they were written: ${broken.join('; ')}. The database was changed from outside. Compare it with a backup.`,
    )
  const entries = logs.reduce((sum, log) => sum + log.entries, 0)
  return ok('activity log', `${counted(entries, 'entry', 'entries')}, as written`)
}

const examineJobs = async (database: Database): Promise<Finding> => {
  const jobs = await countSetAsideJobs(database.reader)
  if (jobs === 0) return ok('jobs', 'No jobs have been set aside')
  const were = jobs === 1 ? 'was' : 'were'
  return wrong(
    'jobs',
    `${counted(jobs, 'job')} ${were} set aside because the process crashed three times while running them. See: openslot job list; retry them with: openslot job retry`,
  )
}

const held = warning('sending', heldNotice)

const examineCopy = async (database: Database): Promise<Finding[]> =>
  (await findRestoredAt(database.reader)) === null ? [] : [held]

const examineRedis = async (config: Config): Promise<Finding> => {
  const limiter = await openLimiter({ config, isOnlyServer: true, log: openLog('silent') })
  try {
    await limiter.peek([{ key: 'doctor', limit: 1, seconds: 1 }], systemClock.now(), { whenAway: 'refuse' })
    return ok('redis', 'It responds')
  } catch {
    return wrong(
      'redis',
      'Redis does not respond at REDIS_URL. Start it or correct the setting. Until then each process counts requests for itself.',
    )
  } finally {
    await limiter.close()
  }
}
