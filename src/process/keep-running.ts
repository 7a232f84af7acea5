import { WakeSignal, wakingOnCommit } from '#execution/jobs/wake-signal.ts'
import type { AppContext } from '#execution/perform.ts'
import { clockRefusal } from '#instance/store/clock-difference.ts'
import { findReplica, inspectPostgres, poolingRefusals } from '#instance/store/inspect.ts'
import { findRestoredAt, heldNotice } from '#instance/store/restored.ts'
import { type LockState, type ServerLock, takeServerLock } from '#instance/store/server-lock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { type Log, openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'
import { hour, minute } from '#platform/time/durations.ts'
import { useNewerZoneFiles } from '#platform/time/zones.ts'
import { awaitDatabase } from './await-database.ts'
import { openCommandServer, type RunWords } from './command-server.ts'
import { holdFolder } from './hold-folder.ts'
import { OperatorError } from './operator-error.ts'
import { runPeriodicTasks } from './periodic-tasks.ts'
import { requireFreePort } from './ports.ts'
import { requireCurrentSchema } from './schema.ts'
import { Shutdown, shutdownMilliseconds } from './shutdown.ts'
import { endOnCrash, firstStopSignal, killAfter, writeLastLines } from './signals.ts'
import { type Duties, type RunningKind, type StartPlan, startPlan } from './start-plan.ts'
import type { Wiring } from './wiring.ts'

/** What a process that keeps running is given. */
export interface ServiceSetup {
  readonly config: Config
  loadWiring(): Promise<Wiring>
  readonly runWords: RunWords
}

/** And runs `prepare` when everything is there, before the service says that it is ready. */
type PreparedDuties = Duties & { prepare?(context: AppContext): Promise<void> }

/**
 * More than an orderly shutdown takes, with the last lines of the log. With the start of the thread that counts it, it
 * is below 15 s.
 */
export const longestStopMilliseconds = shutdownMilliseconds + 1_300

/** Runs until it is asked to stop. Everything that was opened is closed again, in the other order. */
export const keepRunning = async (setup: ServiceSetup, duties: PreparedDuties): Promise<number> => {
  const log = openLog(setup.config.logLevel)
  endOnCrash(log)
  const asked = firstStopSignal()
  const shutdown = new Shutdown(log)
  try {
    const started = start(setup, duties, log, shutdown)
    // Asked to stop before it was there, it may fail in any way: what it needs is being closed.
    started.catch(() => {})
    const signal = (await Promise.race([started, asked])) ?? (await asked)
    killAfter(longestStopMilliseconds)
    log.info({ signal }, 'asked to stop')
    await shutdown.run()
    log.info({}, 'stopped')
    return 0
  } finally {
    await shutdown.run()
    await writeLastLines(log)
  }
}

const start = async (
  { config, loadWiring, runWords }: ServiceSetup,
  duties: PreparedDuties,
  log: Log,
  shutdown: Shutdown,
): Promise<undefined> => {
  const plan = startPlan(config, duties)
  for (const setting of config.settings.unknown) log.warn({ setting }, 'unknown setting, ignored')
  const wiring = await loadWiring()
  // First of all: who starts a second time by mistake wants to hear of the first.
  const commands = plan.holdsFolder ? openCommandServer(runWords) : undefined
  if (commands) {
    const claim = await holdFolder(config.dataFolder, commands.answer)
    shutdown.add('the data folder', () => claim.release())
  }
  for (const port of plan.ports) await requireFreePort(port)
  keepZonesFresh(log, shutdown)
  const database = await wiring.openDatabase(config, log)
  shutdown.add('the database', () => database.close())
  await waitForPostgres(config, database, log)
  watchClock(database, log, shutdown)
  if (plan.lock) {
    const lock = await lockServer(plan.lock, log)
    shutdown.add('the server lock', () => lock.release())
  }
  await settleSchema(database, plan, log)
  // The worker is woken by changes of this process; its own changes do not wake it.
  const wakeSignal = new WakeSignal()
  const quiet = await wiring.createContext(config, database, systemClock)
  if ((await findRestoredAt(database.reader)) !== null) log.warn({}, heldNotice)
  const context = duties.chores ? { ...quiet, database: wakingOnCommit(database, wakeSignal) } : quiet
  if (commands) {
    commands.open(context)
    shutdown.add('commands', () => commands.close())
  }
  if (duties.chores) {
    shutdown.add('chores', runPeriodicTasks(wiring.periodicTasks, context, log))
    const jobs = await wiring.startWork(quiet, log, wakeSignal)
    shutdown.add('background work', (withinMilliseconds) => jobs.stop(withinMilliseconds))
  }
  if (duties.server) watchReplica(database, log)
  const serving = duties.server
    ? await wiring.serveHttp(config, context, log, { isOnlyServer: duties.server === 'only', workers: duties.workers })
    : undefined
  if (serving) shutdown.add('requests', (withinMilliseconds) => serving.stop(withinMilliseconds))
  else {
    const published = await wiring.serveMetrics(config, context)
    shutdown.add('metrics', async () => published.close())
  }
  await duties.prepare?.(context)
  serving?.becomeReady()
  log.info({ address: config.addresses.api, database: database.kind }, 'ready')
  return undefined
}

const waitForPostgres = async (config: Config, database: Database, log: Log): Promise<void> => {
  if (database.kind !== 'postgres') return
  await awaitDatabase(database, log)
  const replica = await findReplica(database, config)
  const clock = await clockRefusal(database, systemClock)
  const refusals = [
    ...(clock === undefined ? [] : [clock]),
    ...(await poolingRefusals(config)),
    ...(config.allowUnsafeDatabase ? [] : await inspectPostgres(database)),
    ...(replica?.kind === 'wrong' ? [replica.sentence] : []),
  ]
  if (refusals.length > 0) throw new OperatorError(refusals.join('\n'))
}

const watchReplica = ({ replica }: Database, log: Log): void =>
  replica?.watch((isCurrent) => {
    if (isCurrent) log.info({}, 'reads use the replica')
    else log.warn({}, 'the replica lags or does not respond; reads use the primary until it has caught up')
  })

/**
 * A clock can be set wrong at any time. The process goes on: to end all of them would be worse than codes that expire
 * early.
 */
const watchClock = (database: Database, log: Log, shutdown: Shutdown): void => {
  if (database.kind !== 'postgres') return
  const compare = async (): Promise<void> => {
    // While the database is away, others say so.
    const refusal = await clockRefusal(database, systemClock).catch(() => undefined)
    if (refusal !== undefined) log.error({}, refusal)
  }
  const timer = setInterval(() => void compare(), minute)
  timer.unref()
  shutdown.add('the clock', async () => clearInterval(timer))
}

const otherProcess: Readonly<Record<RunningKind, string>> = {
  only:
    'Another server process runs on this database, and openslot start must be the only one. Stop the other; or, for several on one ' +
    'database, run openslot migrate once, openslot serve as often as you like, and openslot work at least once.',
  one_of_several:
    'openslot start runs on this database, and must be its only server process. Stop it, and run openslot serve and openslot work in its place.',
  worker:
    'This database is being moved to another one. Wait until openslot move has finished, then set DATABASE_URL to the new address.',
}

const lockServer = async ({ url, kind }: NonNullable<StartPlan['lock']>, log: Log): Promise<ServerLock> => {
  const lock = await takeServerLock(url, kind, (state) => {
    if (state === 'held') log.info({}, 'the server lock is held again')
    else log.warn({}, `the server lock was lost with its connection, and ${lossOfLock(kind, state)}`)
  })
  if (!lock) throw new OperatorError(otherProcess[kind])
  return lock
}

/** It goes on: what must not be done twice is guarded by rows. Only limits would be counted apart. */
const lossOfLock = (kind: RunningKind, state: Exclude<LockState, 'held'>): string => {
  if (state === 'out_of_reach')
    return 'the database does not respond; this process continues and retries the lock every few seconds'
  if (kind === 'worker')
    return 'openslot move has taken it: stop this process, and set DATABASE_URL to where everything is now'
  return 'another server, which cannot run beside this one, has taken it; this server goes on, and each counts the requests of its own callers: stop one of them'
}

/** Until the schema is the one this release needs. */
const settleSchema = async (database: Database, { migrates }: StartPlan, log: Log): Promise<void> => {
  if (!migrates) return requireCurrentSchema(database)
  const { applied } = await migrate(database, await readMigrations())
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to this release')
}

/** Rules of time zones change a few times a year: what the system has newer is taken over while we run. */
const keepZonesFresh = (log: Log, shutdown: Shutdown): void => {
  const refresh = (): void => {
    if (useNewerZoneFiles()) log.info({}, 'newer time zone rules of this machine are in use')
  }
  refresh()
  const timer = setInterval(refresh, hour)
  timer.unref()
  shutdown.add('zones', async () => clearInterval(timer))
}
