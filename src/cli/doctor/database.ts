import { existsSync } from 'node:fs'
import { verifyLog } from '#activity/index.ts'
import { inspectPostgres, warningsAboutPostgres } from '#instance/store/inspect.ts'
import { findRestoredAt, heldNotice } from '#instance/store/restored.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'
import { runInService } from '#process/command-client.ts'
import { hasEmbeddedDatabase } from '#process/data-folder.ts'
import { failureOf, reasonOf } from '#process/failure.ts'
import { FolderInUse } from '#process/folder/folder.ts'
import { holdingFolder } from '#process/hold-folder.ts'
import { schemaVersions } from '#process/schema.ts'
import type { Wiring } from '#process/wiring.ts'
import { withDatabase } from '../open-database.ts'
import { examineCalendars, judgeCalendars } from './calendars.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** Whether the database answers, is set up safely, and is the one that belongs to this release and this secret. */
export const examineDatabase = async (config: Config, wiring: Wiring): Promise<Finding[]> => {
  try {
    return config.databaseUrl === undefined ? await examineEmbedded(config, wiring) : await examineOpened(config, wiring)
  } catch (error) {
    return [
      wrong(
        'database',
        faultOf(error) === 'away' ? `It does not answer: ${reasonOf(error)}. Check that PostgreSQL runs, and DATABASE_URL.` : failureOf(error).message,
      ),
    ]
  }
}

const noneYet = ok('database', 'There is none yet; the first start makes it')

/** Only one process may open it: when that is the service, the service is asked. */
const examineEmbedded = async (config: Config, wiring: Wiring): Promise<Finding[]> => {
  // To hold the folder would make it.
  if (!existsSync(config.dataFolder)) return [noneYet]
  try {
    return await holdingFolder(config.dataFolder, async () =>
      hasEmbeddedDatabase(config.dataFolder) ? [ok('service', 'It does not run now'), ...(await examineOpened(config, wiring))] : [noneYet],
    )
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const ask = async <T>(words: string, milliseconds?: number) => (await runInService(config.dataFolder, words.split(' '), milliseconds)) as Partial<T>
    const { collection: organizations = [] } = await ask<{ collection: readonly unknown[] }>('organization list')
    const { collection: logs = [] } = await ask<{ collection: readonly VerifiedLog[] }>('activity verify', minutesForLog * 60_000)
    const { connections = 0, lost = 0, oldest_look_seconds: ageSeconds = null } = await ask<CalendarOverview>('calendar overview')
    const { held: isHeld } = await ask<{ held: boolean }>('resume --check')
    return [
      ok('service', `It runs, as process ${error.pid ?? 'unknown'}`),
      ok('database', `It answers, and holds ${organizations.length} organizations`),
      judgeLogs(logs),
      judgeCalendars({ connections, lost, ageSeconds }),
      ...(isHeld ? [held] : []),
    ]
  }
}

const examineOpened = (config: Config, wiring: Wiring): Promise<Finding[]> =>
  withDatabase(config, wiring, async (database) => {
    const server = database.kind === 'postgres' ? await examineServer(config, database) : []
    const schema = await examineSchema(database)
    if (schema.verdict !== 'ok') return [...server, schema]
    return [
      ...server,
      schema,
      await examineSecret(config, wiring, database),
      await examineLog(database),
      await examineCalendars(database, systemClock.now()),
      ...(await examineCopy(database)),
      ...(config.redisUrl === undefined ? [] : [await examineRedis(config)]),
    ]
  })

const examineServer = async (config: Config, database: Database): Promise<Finding[]> => {
  const refusals = await inspectPostgres(database)
  const judged = refusals.map((sentence) => (config.allowUnsafeDatabase ? warning : wrong)('database', sentence))
  const warnings = (await warningsAboutPostgres(database)).map((sentence) => warning('database', sentence))
  return [...(refusals.length === 0 ? [ok('database', 'PostgreSQL answers, and keeps what it has confirmed')] : judged), ...warnings]
}

const examineSchema = async (database: Database): Promise<Finding> => {
  const { version, newest } = await schemaVersions(database)
  if (version === newest) return ok('schema', `Version ${version}, as this release needs it`)
  if (version === 0) return warning('schema', 'The database is empty. Run: openslot start, or openslot init --help')
  return wrong(
    'schema',
    version < newest
      ? `Version ${version}, and this release needs ${newest}. Run: openslot migrate`
      : `Version ${version}, and this release knows only ${newest}. Use the newer release.`,
  )
}

const examineSecret = async (config: Config, wiring: Wiring, database: Database): Promise<Finding> => {
  try {
    await wiring.createContext(config, database, systemClock)
    return ok('secret', 'It is the one this database was made with')
  } catch (error) {
    return wrong('secret', failureOf(error).message)
  }
}

interface CalendarOverview {
  readonly connections: number
  readonly lost: number
  readonly oldest_look_seconds: number | null
}

interface VerifiedLog {
  readonly organization: string
  readonly entries: number
  readonly trouble: string | null
}

const minutesForLog = 60

/** Whether the activity log is as it was written. */
const examineLog = async (database: Database): Promise<Finding> =>
  judgeLogs(
    (await verifyLog(database.reader)).map(({ organizationId, entries, trouble }) => ({ organization: organizationId, entries, trouble: trouble ?? null })),
  )

const judgeLogs = (logs: readonly VerifiedLog[]): Finding => {
  const broken = logs.filter(({ trouble }) => trouble !== null)
  const sentences = broken.map(({ organization, trouble }) => `of organization ${organization}, ${trouble}`)
  if (broken.length > 0)
    return wrong('activity log', `It is not as it was written: ${sentences.join('; ')}. Compare with a backup: somebody changed the database.`)
  return ok('activity log', `${logs.reduce((sum, { entries }) => sum + entries, 0)} entries, as they were written`)
}

const held = warning('sending', heldNotice)

const examineCopy = async (database: Database): Promise<Finding[]> => ((await findRestoredAt(database.reader)) === null ? [] : [held])

const examineRedis = async (config: Config): Promise<Finding> => {
  const limiter = await openLimiter({ config, isOnlyServer: true, log: openLog('silent') })
  try {
    await limiter.peek([{ key: 'doctor', limit: 1, seconds: 1 }], systemClock.now(), { whenAway: 'refuse' })
    return ok('redis', 'It answers')
  } catch {
    return wrong('redis', 'It does not answer at REDIS_URL. Start it or correct the setting; until then each process counts requests for itself.')
  } finally {
    await limiter.close()
  }
}
