import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { type Clients, dialectOver } from './dialect.ts'
import { DurableNodeFS, durableStartParams } from './embedded-files.ts'
import { createDatabaseFolder, removeUnfinished } from './embedded-folder.ts'
import { sessionOn } from './postgres.ts'
import type { OnLost } from './readers.ts'
import type { Tables } from './tables.ts'
import { Turns } from './turns.ts'
import { sessionSettings, typeParsers } from './type-parsers.ts'
import { Upkeep } from './upkeep.ts'
import { writeWith } from './writing.ts'

/**
 * PGlite, hardened: fsync is real, one client, one statement at a time. The caller holds the lock on the folder
 * (`platform/folder.ts`): two processes on one folder would destroy it at once.
 */
export const openEmbedded = async (dataFolder: string, onLost: OnLost = () => {}): Promise<Database> => {
  const folder = join(dataFolder, 'pgdata')
  await removeUnfinished(dataFolder)
  if (!existsSync(folder)) await createDatabaseFolder(folder)
  const pglite = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableStartParams, extensions: { btree_gist } })
  const database = await databaseOver(pglite, onLost)
  const upkeep = new Upkeep(database.session, onLost)
  return {
    ...database,
    write: async (work) => {
      const result = await database.write(work)
      upkeep.wrote()
      return result
    },
    close: async () => {
      upkeep.stop()
      await database.close()
    },
  }
}

/** One long-lived client, lent to one caller at a time: PGlite has a single session, so a read must not fall into an open transaction. */
export const databaseOver = async (pglite: PGlite, onLost: OnLost = () => {}): Promise<Database> => {
  const client = new pg.Client({ ...createPgConfig(inBatches(pglite)), types: typeParsers } as pg.ClientConfig)
  client.on('error', onLost)
  await client.connect()
  for (const [name, value] of Object.entries(sessionSettings)) await client.query(`set ${name} = '${value}'`)
  const turns = new Turns()
  let closing: Promise<void> | undefined

  /** Whatever happened in a turn, the next one starts outside a transaction. */
  const endTurn = async (passOn: () => void): Promise<void> => {
    try {
      if (client.getTransactionStatus() !== 'I') await client.query('rollback')
    } finally {
      passOn()
    }
  }
  const clients: Clients = {
    acquire: async () => {
      const passOn = await turns.take()
      return { client, release: () => endTurn(passOn).catch(onLost) }
    },
  }
  const kysely = new Kysely<Tables>({ dialect: dialectOver(clients) })

  return {
    kind: 'embedded',
    reader: kysely,
    write: writeWith(kysely),
    session: async (work) => {
      const passOn = await turns.take()
      try {
        return await work(sessionOn(client))
      } finally {
        await endTurn(passOn)
      }
    },
    pressure: () => ({ busy: turns.isTaken ? 1 : 0, idle: turns.isTaken ? 0 : 1, waiting: turns.waiting }),
    close: () => {
      closing ??= turns.takeLast().then(() => pglite.close())
      return closing
    },
  }
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
