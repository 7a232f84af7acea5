import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '#platform/root.ts'
import { eventually } from '../support/eventually.ts'

const script = pathToFileURL(join(packageRoot, 'scripts/test/child.mjs')).href
const { endAllOf } = (await import(script)) as typeof import('../../scripts/test/child.mjs')

test('when a run ends, what left the process group of its test ends too, and nothing of another run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'openslot-ending-'))
  const sleeping = (data: string) =>
    spawn(process.execPath, ['-e', "process.stdout.write('up'); setInterval(() => {}, 1000)"], {
      detached: true,
      env: { OPENSLOT_DATA: data },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const [own, other] = [sleeping(join(folder, 'data')), sleeping(`${folder}2/data`)]
  t.after(async () => {
    other.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await Promise.all([own, other].map((child) => once(child.stdout, 'data')))
  const ended = once(own, 'exit')
  endAllOf(folder)
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  assert.equal(other.exitCode ?? other.signalCode, null)
})

test('a run that is killed leaves no process and no folder behind', async () => {
  const code = `
    import { spawn } from 'node:child_process'
    import { makeFolders } from ${JSON.stringify(pathToFileURL(join(packageRoot, 'scripts/test/folders.mjs')).href)}
    const { data, run } = makeFolders(() => {})
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', data], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })
    process.stdout.write(JSON.stringify([data, run]))
    setInterval(() => {}, 1000)`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(killed.stdout, 'data')
  const folders = JSON.parse(String(printed)) as string[]
  assert.ok(folders.every(existsSync))
  // It stays open until the last process that has it is gone.
  const closed = once(killed.stdout.resume(), 'close', { signal: AbortSignal.timeout(30_000) })
  killed.kill('SIGKILL')
  await closed
  await eventually('no folder is left of it', () => !folders.some(existsSync))
})
