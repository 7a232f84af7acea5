import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { type Clients, dialectOver } from './dialect.ts'
import { type Engine, isDeadly, startEngine } from './embedded-engine.ts'
import { createDatabaseFolder, removeUnfinished } from './embedded-folder.ts'
import { DatabaseAway } from './faults.ts'
import { sessionOn } from './postgres.ts'
import type { OnLost } from './readers.ts'
import type { Tables } from './tables.ts'
import { Turns } from './turns.ts'
import { Upkeep } from './upkeep.ts'
import { writeWith } from './writing.ts'

/**
 * PGlite, hardened: fsync is real, one client, one caller at a time, and started anew when it dies. The caller holds the
 * lock on the folder (`platform/folder.ts`): two processes on one folder would destroy it at once.
 */
export const openEmbedded = async (dataFolder: string, onLost: OnLost = () => {}): Promise<Database> => {
  const folder = join(dataFolder, 'pgdata')
  await removeUnfinished(dataFolder)
  if (!existsSync(folder)) await createDatabaseFolder(folder)
  const engines = new Engines(await startEngine(folder), () => startEngine(folder), onLost)

  const clients: Clients = {
    acquire: async () => {
      const { engine, giveBack } = await engines.take()
      return { client: engine.client, isPipelined: false, release: (broken) => void giveBack(broken) }
    },
  }
  const session: Database['session'] = (work) => engines.lend(({ client }) => work(sessionOn(client)))
  const kysely = new Kysely<Tables>({ dialect: dialectOver(clients) })
  const write = writeWith(kysely)
  const upkeep = new Upkeep(session, onLost)

  return {
    kind: 'embedded',
    reader: kysely,
    write: async (work) => {
      const result = await write(work)
      upkeep.wrote()
      return result
    },
    session,
    pressure: () => engines.pressure(),
    close: () => {
      upkeep.stop()
      return engines.close()
    },
  }
}

const betweenStartsMilliseconds = 2_000

/**
 * Lends the one engine to one caller at a time: it has a single session, and a read must not fall into an open transaction.
 * When it has died (of a full disk, for one), the next caller starts another, which recovers like any database after a crash.
 */
class Engines {
  private engine: Engine | undefined
  private readonly start: () => Promise<Engine>
  private readonly onLost: OnLost
  private readonly turns = new Turns()
  private failure: { readonly error: unknown; readonly at: number } | undefined
  private closing: Promise<void> | undefined

  constructor(first: Engine, start: () => Promise<Engine>, onLost: OnLost) {
    this.engine = first
    this.start = start
    this.onLost = onLost
  }

  async take(): Promise<{ engine: Engine; giveBack(error?: unknown): Promise<void> }> {
    const passOn = await this.turns.take()
    try {
      const engine = await this.living()
      return { engine, giveBack: (error) => this.endTurn(engine, error).finally(passOn) }
    } catch (error) {
      passOn()
      throw error
    }
  }

  async lend<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
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
    const { isTaken, waiting } = this.turns
    return { busy: isTaken ? 1 : 0, idle: isTaken ? 0 : 1, waiting }
  }

  close(): Promise<void> {
    this.closing ??= this.turns.takeLast().then(() => this.engine?.close())
    return this.closing
  }

  private async living(): Promise<Engine> {
    if (this.engine) return this.engine
    // Each attempt takes a second of everybody's time, and what is in the way (a full disk) does not go away at once.
    if (this.failure && performance.now() - this.failure.at < betweenStartsMilliseconds) throw new DatabaseAway(this.failure.error)
    try {
      this.engine = await this.start()
      this.failure = undefined
      return this.engine
    } catch (error) {
      this.failure = { error, at: performance.now() }
      throw new DatabaseAway(error)
    }
  }

  /** Whatever happened in a turn, the next one starts outside a transaction, and on an engine that lives. */
  private async endTurn(engine: Engine, error: unknown): Promise<void> {
    try {
      if (isDeadly(error)) engine.dead = error as Error
      if (!engine.dead && engine.client.getTransactionStatus() !== 'I') await engine.client.query('rollback')
    } catch (failure) {
      engine.dead ??= failure as Error
    }
    if (!engine.dead) return
    this.engine = undefined
    this.onLost(engine.dead)
    await engine.abandon()
  }
}
