import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../ready.mjs'

// Sockets are made in there, and their paths may have 107 bytes at most.
const temporary = tmpdir().length > 50 ? '/tmp' : tmpdir()
const compiled = join(root, 'dist', 'test')
const prefix = 'openslot-test-'

/** Two folders for this run: one for the compiled tests, below the packages they import, and one for databases. Both are removed. */
export const makeFolders = (atEnd) => {
  removeLeftovers()
  const run = join(compiled, String(process.pid))
  mkdirSync(run, { recursive: true })
  const data = mkdtempSync(join(temporary, `${prefix}${process.pid}-`))
  chmodSync(data, 0o711) // PostgreSQL may run as another user
  atEnd(async () => {
    for (const folder of [run, data]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { run, data }
}

/** Of runs that were killed. A PostgreSQL among them ends by itself when it finds its folder gone. */
const removeLeftovers = () => {
  const runs = existsSync(compiled) ? readdirSync(compiled).map((name) => ({ path: join(compiled, name), pid: Number(name) })) : []
  const data = readdirSync(temporary)
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(temporary, name), pid: Number(name.slice(prefix.length).split('-')[0]) }))
  for (const { path, pid } of [...runs, ...data]) if (!isAlive(pid)) rmSync(path, { recursive: true, force: true })
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
