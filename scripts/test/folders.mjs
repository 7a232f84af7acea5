import { fork } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../ready.mjs'
import { endAllOf } from './child.mjs'

const memory = '/dev/shm'
const plentyBytes = 6 * 1024 ** 3

const isRoomInMemory = () => {
  if (process.env.TMPDIR || !existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > plentyBytes && freemem() > plentyBytes
}

// Sockets are made in there, and their paths may have 107 bytes at most.
const onDisk = tmpdir().length > 50 ? '/tmp' : tmpdir()

// The databases of tests sync with every commit, as real ones do. No test pulls the plug of the machine, so there is
// nothing to learn from waiting for a disk each time; TMPDIR says where to go instead.
const temporary = isRoomInMemory() ? memory : onDisk
const compiled = join(root, 'dist', 'test')
const prefix = 'openslot-test-'

/**
 * Two folders for this run: one for the compiled tests, below the packages they import, and one for databases. Both are
 * removed, and what still runs in them is ended. A benchmark wants the disk.
 */
export const makeFolders = (atEnd, { isOnDisk = false } = {}) => {
  removeLeftovers()
  const run = join(compiled, String(process.pid))
  mkdirSync(run, { recursive: true })
  const data = mkdtempSync(join(isOnDisk ? onDisk : temporary, `${prefix}${process.pid}-`))
  chmodSync(data, 0o711) // PostgreSQL may run as another user
  startGuardian([run, data])
  atEnd(async () => {
    endAllOf(data)
    for (const folder of [run, data]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { run, data }
}

/** In a process group of its own, where neither Ctrl-C nor the end of the terminal reaches it. */
const startGuardian = (folders) => {
  const guardian = fork(join(root, 'scripts', 'test', 'guardian.mjs'), folders, {
    detached: true,
    stdio: 'ignore',
    execArgv: [],
  })
  guardian.unref()
  guardian.channel?.unref()
}

/** Of runs that were killed, with the processes that still use them. */
const removeLeftovers = () => {
  const runs = existsSync(compiled)
    ? readdirSync(compiled).map((name) => ({ path: join(compiled, name), pid: Number(name) }))
    : []
  const data = [...new Set([temporary, onDisk])].flatMap((index) =>
    readdirSync(index)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ path: join(index, name), pid: Number(name.slice(prefix.length).split('-')[0]) })),
  )
  for (const { path, pid } of [...runs, ...data]) {
    if (isAlive(pid)) continue
    endAllOf(path)
    rmSync(path, { recursive: true, force: true })
  }
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
