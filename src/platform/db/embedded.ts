import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import { within } from '../deadline.ts'
import type { Database } from './database.ts'
import { type Clients, dialectOver } from './dialect.ts'
import { isDeadly, type PgliteEngine, startEngine } from './embedded-engine.ts'
import { createDatabaseFolder, removeUnfinished } from './embedded-folder.ts'
import { DatabaseAway, isFromStatement } from './faults.ts'
import { sessionOn } from './postgres.ts'
import { PriorityMutex } from './priority-mutex.ts'
import type { OnLost } from './readers.ts'
import { Upkeep } from './upkeep.ts'
import { writeWith } from './writing.ts'

/**
 * PGlite, hardened: fsync is real, one client, one caller at a time, and started anew when it dies. The caller holds
 * the lock on the folder (`process/folder/folder.ts`): two processes on one folder would destroy it at once.
 */
export const openEmbedded = async (
  dataFolder: string,
  onLost: OnLost = () => {},
  template?: string,
): Promise<Database> => {
  const folder = join(dataFolder, 'pgdata')
  await removeUnfinished(dataFolder)
  if (!existsSync(folder)) await createDatabaseFolder(folder, template)
  const engines = new Engines(await startEngine(folder), () => startEngine(folder), onLost)

  const clients = (isUrgent: boolean): Clients => ({
    acquire: async () => {
      const { engine, giveBack } = await engines.take(isUrgent)
      return { client: engine.client, isPipelined: false, release: (broken) => void giveBack(broken) }
    },
  })
  const session: Database['session'] = (work) => engines.lend(({ client }) => work(sessionOn(client)))
  const kysely = new Kysely<Tables>({ dialect: dialectOver(clients(false)) })
  const upkeep = new Upkeep(session, onLost)
  const noted = (write: Database['write']): Database['write'] => {
    return async (work) => {
      const result = await write(work)
      upkeep.wrote()
      return result
    }
  }

  return {
    kind: 'embedded',
    reader: kysely,
    write: noted(writeWith(kysely)),
    writeFirst: noted(writeWith(new Kysely<Tables>({ dialect: dialectOver(clients(true)) }))),
    session,
    pressure: () => engines.pressure(),
    close: () => {
      upkeep.stop()
      return engines.close()
    },
  }
}

const betweenStartsMilliseconds = 2_000
const pollMilliseconds = 1_000
const maxQuietPolls = 10
const signOfLifeMilliseconds = 2_000

/** The engine is somebody's until they give it back, or until it is taken from them. */
interface Use {
  readonly engine: PgliteEngine
  readonly unlock: () => void
  stepsSeen: number
  quietPolls: number
}

/**
 * Lends the one engine to one caller at a time: it has a single session, and a read must not fall into an open
 * transaction. When it has died (of a full disk, for one), the next caller starts another, which recovers like any
 * database after a crash.
 */
class Engines {
  private engine: PgliteEngine | undefined
  private readonly start: () => Promise<PgliteEngine>
  private readonly onLost: OnLost
  private readonly mutex = new PriorityMutex()
  private failure: { readonly error: unknown; readonly at: number } | undefined
  private closing: Promise<void> | undefined
  private use: Use | undefined
  private readonly watch: NodeJS.Timeout

  constructor(first: PgliteEngine, start: () => Promise<PgliteEngine>, onLost: OnLost) {
    this.engine = first
    this.start = start
    this.onLost = onLost
    this.watch = setInterval(() => this.look(), pollMilliseconds)
    this.watch.unref()
  }

  async take(isUrgent = false): Promise<{ engine: PgliteEngine; giveBack(error?: unknown): Promise<void> }> {
    const unlock = await this.mutex.lock(isUrgent)
    try {
      const engine = await this.living()
      this.use = { engine, unlock, stepsSeen: engine.steps, quietPolls: 0 }
      return { engine, giveBack: (error) => this.endUse(engine, error).finally(unlock) }
    } catch (error) {
      unlock()
      throw error
    }
  }

  async lend<T>(work: (engine: PgliteEngine) => Promise<T>): Promise<T> {
    const { engine, giveBack } = await this.take()
    let failure: unknown
    try {
      return await work(engine)
    } catch (error) {
      failure = error
      throw error
    } finally {
      await giveBack(failure)
    }
  }

  pressure(): { busy: number; idle: number; waiting: number } {
    const { isLocked, waiting } = this.mutex
    return { busy: isLocked ? 1 : 0, idle: isLocked ? 0 : 1, waiting }
  }

  close(): Promise<void> {
    clearInterval(this.watch)
    this.closing ??= this.mutex.close().then(() => this.engine?.close())
    return this.closing
  }

  private async living(): Promise<PgliteEngine> {
    if (this.engine) return this.engine
    // Each attempt takes a second of everybody's time, and what is in the way (a full disk) does not go away at once.
    if (this.failure && performance.now() - this.failure.at < betweenStartsMilliseconds)
      throw new DatabaseAway(this.failure.error)
    try {
      this.engine = await this.start()
      this.failure = undefined
      return this.engine
    } catch (error) {
      this.failure = { error, at: performance.now() }
      throw new DatabaseAway(error)
    }
  }

  /**
   * A server ends a statement or a transaction that keeps others waiting; here, that is left to us too. The engine
   * works while everybody waits, so a use in which nothing moves from look to look is stuck, however long a statement
   * may take.
   */
  private look(): void {
    const { use } = this
    if (!use) return
    use.quietPolls = use.stepsSeen === use.engine.steps ? use.quietPolls + 1 : 0
    use.stepsSeen = use.engine.steps
    if (use.quietPolls < maxQuietPolls) return
    use.engine.giveUp(
      new DatabaseAway(
        new Error(
          `A use of the embedded database did not move for ${(maxQuietPolls * pollMilliseconds) / 1000} seconds.`,
        ),
      ),
    )
    void this.endUse(use.engine, undefined).finally(use.unlock)
  }

  /** Whatever happened in one use, the next one starts outside a transaction, and on an engine that lives. */
  private async endUse(engine: PgliteEngine, error: unknown): Promise<void> {
    if (this.use?.engine === engine) this.use = undefined
    try {
      if (isDeadly(error)) engine.dead = error as Error
      // An error that no statement raised leaves open what has become of the engine: if it can roll back, it is well.
      const isInDoubt = (error !== undefined && !isFromStatement(error)) || engine.client.getTransactionStatus() !== 'I'
      if (!engine.dead && isInDoubt) await within(signOfLifeMilliseconds, engine.client.query('rollback'))
    } catch (failure) {
      engine.dead ??= failure as Error
    }
    // It may have been taken away from the caller that returns it only now.
    if (!engine.dead || this.engine !== engine) return
    this.engine = undefined
    this.onLost(engine.dead)
    await engine.abandon()
  }
}
