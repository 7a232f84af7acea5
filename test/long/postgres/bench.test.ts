// seconds: 45
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { packageRoot } from '#platform/root.ts'
import { eventually } from '../../support/eventually.ts'
import { launch, type Running } from '../../support/processes.ts'

const server = process.env.OPENSLOT_TEST_POSTGRES ?? ''

interface Bench {
  readonly running: Running
  /** The command lines of what it has started and still runs. */
  processes(): readonly string[]
}

/**
 * Whatever it starts has its TMPDIR in its environment, or in its command line as PostgreSQL has. A socket has no room
 * for a longer path.
 */
const withBench = async (
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  work: (bench: Bench) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp('/tmp/openslot-bench-')
  await chmod(folder, 0o711) // PostgreSQL may run as another user
  const running = launch(process.execPath, ['scripts/bench.mjs', '--quick', ...words], { ...settings, TMPDIR: folder })
  const processes = (): string[] =>
    readdirSync('/proc')
      .filter((pid) => Number(pid) > 1 && Number(pid) !== running.pid)
      .map((pid) => ({
        command: textIn(`/proc/${pid}/cmdline`).replaceAll('\0', ' '),
        environment: textIn(`/proc/${pid}/environ`),
      }))
      .filter(({ command, environment }) => command.includes(folder) || environment.includes(folder))
      .map(({ command }) => command)
  try {
    await work({ running, processes })
    // The guardian of the folders ends a moment after the bench.
    await eventually(`its processes have ended: ${processes().join(', ')}`, () => processes().length === 0)
    assert.deepEqual(await readdir(folder), [])
    assert.ok(!existsSync(join(packageRoot, 'dist/test', String(running.pid))), 'its programs are still there')
  } finally {
    running.process.kill('SIGTERM')
    await running.ended
    await rm(folder, { recursive: true, force: true })
  }
}

const textIn = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // It has ended, or is not ours.
    return ''
  }
}

const databasesOfBench = async (): Promise<readonly unknown[]> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return (
    await client.query("select datname from pg_database where datname like '%\\_bench'").finally(() => client.end())
  ).rows
}

describe('the bench leaves nothing behind, neither processes nor folders nor databases', {
  skip: !existsSync('/proc/self/environ'),
}, () => {
  test('when it ends, on a server that is not its own', () =>
    withBench(['--only=slots'], { DATABASE_URL: server }, async ({ running }) => {
      await eventually('it has a database', async () => (await databasesOfBench()).length > 0, 120_000)
      const { code, stderr } = await running.ended
      assert.equal(code, 0, stderr)
      assert.deepEqual(await databasesOfBench(), [])
    }))

  test('when it is asked to stop in the middle, with a server of its own; and it does not call that a failure', () =>
    withBench(['--only=speed'], {}, async ({ running, processes }) => {
      await eventually(
        'it measures the service',
        () => processes().some((line) => line.includes('openslot.mjs')) || running.process.exitCode !== null,
        120_000,
      )
      assert.ok(
        processes().some((line) => line.includes('bin/postgres')),
        `${running.stderr()}${processes().join('\n')}`,
      )
      running.process.kill('SIGTERM')
      const { code, stderr } = await running.ended
      assert.equal(code, 130, stderr)
      assert.doesNotMatch(stderr, /Error|^ +at /m)
    }))
})
