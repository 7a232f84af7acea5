import type { EventEmitter } from 'node:events'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { DurableNodeFS, durableStartParams } from './embedded-files.ts'
import { DatabaseAway } from './faults.ts'
import { sessionSettings, typeParsers } from './type-parsers.ts'

/** PGlite, running, and the only client there may be to it. */
export interface Engine {
  readonly client: pg.Client
  /** Set when it can do nothing any more; another one must be started in its place. */
  dead: Error | undefined
  /** Moves with everything that is asked or answered. */
  readonly steps: number
  /** It will not answer any more: fails all calls that wait and all later ones. */
  giveUp(error: Error): void
  close(): Promise<void>
  /** Lets go of the files without touching them: for one that is dead. */
  abandon(): Promise<void>
}

export const startEngine = async (folder: string): Promise<Engine> => {
  const pglite = await startPglite(folder)
  let steps = 0
  const client = new pg.Client({ ...createPgConfig(inBatches(pglite, () => (steps += 1))), types: typeParsers } as pg.ClientConfig)
  const engine: Engine = {
    client,
    dead: undefined,
    get steps() {
      return steps
    },
    giveUp: (error) => void connectionOf(client).emit('error', error),
    close: () => pglite.close(),
    abandon: async () => {
      await pglite.fs?.closeFs().catch(() => {})
    },
  }
  client.on('error', (error) => {
    engine.dead = error
  })
  await client.connect()
  for (const [name, value] of Object.entries(sessionSettings)) await client.query(`set ${name} = '${value}'`)
  return engine
}

const startPglite = async (folder: string): Promise<PGlite> => {
  let said = ''
  const listen = (text: string): boolean => {
    said = `${said}${text}\n`.slice(-500)
    return false
  }
  try {
    return await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableStartParams, extensions: { btree_gist }, onStderr: listen })
  } catch (error) {
    throw new Error(`The embedded database in ${folder} does not start. It says: ${said.trim() || (error as Error).message}`, { cause: error })
  }
}

/** A server would end all its processes now and start anew; here, that is left to us. */
export const isDeadly = (error: unknown): boolean => {
  const { severity, cause } = (error ?? {}) as { severity?: unknown; cause?: unknown }
  return severity === 'PANIC' || severity === 'FATAL' || (cause !== undefined && isDeadly(cause))
}

/** pg does not show it. What it emits is what the client takes for the end of the connection. */
const connectionOf = (client: pg.Client): EventEmitter => (client as unknown as { connection: EventEmitter }).connection

/** Sends Parse, Bind, Describe, Execute and Sync as one message: a third less work per query, and errors stay in step. */
const inBatches = (pglite: PGlite, onStep: () => void): PGlite => {
  let held: Uint8Array[] = []
  return {
    waitReady: pglite.waitReady,
    execProtocolStream: async (message: Uint8Array, options?: object) => {
      const kind = String.fromCharCode(message[0] as number)
      if (!endsBatch.has(kind)) {
        held.push(message.slice())
        return []
      }
      const batch = held.length > 0 ? Buffer.concat([...held, message]) : message
      held = []
      onStep()
      const answer = await pglite.execProtocolStream(batch, options).catch((error) => {
        throw new DatabaseAway(error)
      })
      onStep()
      // After an error of the machine below it PGlite goes on as if nothing had been asked; the client would wait for ever.
      if (endsQuery.has(kind) && answer.at(-1)?.name !== 'readyForQuery') throw answer.find(({ name }) => name === 'error') ?? new DatabaseAway(noEnd)
      return answer
    },
  } as unknown as PGlite
}

/** By their message type in the protocol: sync, query, flush; then what belongs to a copy. */
const endsBatch = new Set('SQHdcf')
const endsQuery = new Set('SQ')

const noEnd = new Error('The embedded database answered without an end.')
