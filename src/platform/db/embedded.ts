import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Kysely } from 'kysely'
import pg from 'pg'
import { packageRoot } from '../root.ts'
import type { Database } from './database.ts'
import { type Clients, dialectOver, type Lease } from './dialect.ts'
import { sessionOn } from './postgres.ts'
import type { Tables } from './tables.ts'
import { typeParsers } from './types.ts'
import { writeWith } from './writing.ts'

/**
 * PGlite, hardened: fsync is real, one client, one statement at a time. The caller holds the lock on the folder
 * (`platform/folder.ts`): two processes on one folder would destroy it at once.
 */
export const openEmbedded = async (dataFolder: string): Promise<Database> => {
  const folder = join(dataFolder, 'pgdata')
  if (!fs.existsSync(folder)) await createFolder(folder)
  const pglite = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableStartParams })
  return databaseOver(pglite)
}

/** Made in a child process: initdb leaves hundreds of megabytes behind in the process that runs it. */
const createFolder = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const script = `
    import { PGlite } from '@electric-sql/pglite'
    const db = await PGlite.create(${JSON.stringify(unfinished)})
    await db.query('select 1')
    await db.close()
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: packageRoot, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4000)
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`The embedded database could not be created in ${folder}: ${complaint}`)
  await rename(unfinished, folder)
}

/** PGlite's file system on Node has no fsync; this one does, so that a commit survives a loss of power. */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args)
    // biome-ignore lint/suspicious/noExplicitAny: Emscripten's module has no types.
    made.emscriptenOpts.preRun?.push((module: any) => {
      const nodefs = module.NODEFS ?? module.FS.filesystems.NODEFS
      nodefs.stream_ops.fsync = (stream: { nfd?: number; node: unknown }) => {
        if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
        else {
          const descriptor = fs.openSync(nodefs.realPath(stream.node), 'r')
          try {
            fs.fsyncSync(descriptor)
          } finally {
            fs.closeSync(descriptor)
          }
        }
        return 0
      }
    })
    return made
  }
}

// fdatasync does nothing in this build, hence wal_sync_method; the small buffers keep the process below 250 MB.
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB', '-c', 'timezone=UTC'],
]

/** One long-lived client behind a queue: PGlite has a single session, so a read must not fall into an open transaction. */
export const databaseOver = async (pglite: PGlite): Promise<Database> => {
  const client = new pg.Client({ ...createPgConfig(inBatches(pglite)), types: typeParsers } as pg.ClientConfig)
  await client.connect()
  await client.query("set timezone = 'UTC'")
  const queue = new Queue()

  const clients: Clients = {
    acquire: async (): Promise<Lease> => {
      const release = await queue.enter()
      return { client, release: () => release() }
    },
  }
  const kysely = new Kysely<Tables>({ dialect: dialectOver(clients) })

  return {
    kind: 'embedded',
    reader: kysely,
    write: writeWith(kysely),
    session: async (work) => {
      const release = await queue.enter()
      try {
        return await work(sessionOn(client))
      } finally {
        release()
      }
    },
    pressure: () => ({ busy: queue.busy ? 1 : 0, idle: queue.busy ? 0 : 1, waiting: queue.waiting }),
    close: async () => {
      const release = await queue.enter()
      await pglite.close()
      release()
    },
  }
}

/** Hands the one connection from caller to caller, in the order they came. */
class Queue {
  busy = false
  private readonly next: (() => void)[] = []

  get waiting(): number {
    return this.next.length
  }

  async enter(): Promise<() => void> {
    if (this.busy) await new Promise<void>((resolve) => this.next.push(resolve))
    this.busy = true
    let left = false
    return () => {
      if (left) return
      left = true
      const resolve = this.next.shift()
      if (resolve) resolve()
      else this.busy = false
    }
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
