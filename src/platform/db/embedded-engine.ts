import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { DurableNodeFS, durableStartParams } from './embedded-files.ts'
import { sessionSettings, typeParsers } from './type-parsers.ts'

/** PGlite, running, and the only client there may be to it. */
export interface Engine {
  readonly client: pg.Client
  /** Set when it can do nothing any more; another one must be started in its place. */
  dead: Error | undefined
  close(): Promise<void>
  /** Lets go of the files without touching them: for one that is dead. */
  abandon(): Promise<void>
}

export const startEngine = async (folder: string): Promise<Engine> => {
  const pglite = await startPglite(folder)
  const client = new pg.Client({ ...createPgConfig(inBatches(pglite)), types: typeParsers } as pg.ClientConfig)
  const engine: Engine = {
    client,
    dead: undefined,
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

/** Sends Parse, Bind, Describe, Execute and Sync as one message: a third less work per query, and errors stay in step. */
const inBatches = (pglite: PGlite): PGlite => {
  const endsBatch = new Set([...'SQHdcf'].map((letter) => letter.charCodeAt(0)))
  let held: Uint8Array[] = []
  return {
    waitReady: pglite.waitReady,
    execProtocolStream: async (message: Uint8Array, options?: object) => {
      if (!endsBatch.has(message[0] as number)) {
        held.push(message.slice())
        return []
      }
      const batch = held.length > 0 ? Buffer.concat([...held, message]) : message
      held = []
      return pglite.execProtocolStream(batch, options)
    },
  } as unknown as PGlite
}
