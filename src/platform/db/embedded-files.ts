import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface Stream {
  readonly nfd?: number
  readonly node: unknown
}

/** The part of Emscripten's module that is used here; it has no types of its own. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
  /** Turns an error of Node's into one the database understands; any other would tear it apart. */
  tryFSOperation(operation: () => void): void
}

/** PGlite's file system on Node has no fsync; this one does, so that a commit survives a loss of power. */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args)
    const { preRun } = made.emscriptenOpts
    if (!Array.isArray(preRun))
      throw new Error('This release of PGlite starts in another way: its file system would not be durable.')
    preRun.push((module: unknown) => {
      const nodefs = (module as { NODEFS: NodeFileSystem }).NODEFS
      nodefs.stream_ops.fsync = (stream) => {
        nodefs.tryFSOperation(() =>
          stream.nfd === undefined ? syncPath(nodefs.realPath(stream.node)) : fs.fsyncSync(stream.nfd),
        )
        return 0
      }
    })
    return made
  }
}

const syncPath = (path: string): void => {
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/**
 * `fdatasync` does nothing in this build, hence `wal_sync_method`; small buffers, because memory once taken is never
 * given back.
 */
const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  full_page_writes: 'on',
  shared_buffers: '8MB',
  maintenance_work_mem: '16MB',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
}

export const durableStartParams = [
  // -F turns fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
