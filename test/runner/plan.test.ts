import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '#platform/root.ts'

// Imported from its source, not bundled: it finds the tests by its own path.
const script = pathToFileURL(join(packageRoot, 'scripts/test/plan.mjs')).href
const { findTests, kindOf, selectRuns, spread } = (await import(script)) as typeof import('../../scripts/test/plan.mjs')

const files: string[] = findTests()
const all = { quick: false, long: false, patterns: [] as string[], hasPostgres: true }
const databasesOf = (file: string, options = all): string[] =>
  selectRuns([file], options).map(({ database }: { database: string }) => database)

describe('which tests run where', () => {
  test('every test file there is has a kind', () => {
    assert.ok(files.includes('test/runner/plan.test.ts'))
    for (const file of files) assert.ok(kindOf(file))
    assert.throws(() => kindOf('test/elsewhere/a.test.ts'), /what does it run on/)
  })

  test('contract tests run on PostgreSQL, and on both databases by name; the others on the database of their folder', () => {
    assert.deepEqual(databasesOf('test/contract/conventions/plans.test.ts'), ['postgres'])
    assert.deepEqual(databasesOf('test/contract/conventions/plans.test.ts', { ...all, long: true }), [])
    assert.deepEqual(databasesOf('test/contract/conventions/plans.test.ts', { ...all, patterns: ['conventions'] }), [
      'embedded',
      'postgres',
    ])
    assert.deepEqual(databasesOf('test/postgres/race.test.ts'), ['postgres'])
    assert.deepEqual(databasesOf('test/embedded/kill.test.ts'), ['embedded'])
    assert.deepEqual(databasesOf('src/bookings/slot.test.ts'), ['none'])
  })

  test('a marked contract test runs on the embedded database at full size, and where there is no PostgreSQL', () => {
    const file = 'test/contract/users/me/get.test.ts'
    assert.deepEqual(databasesOf(file), ['postgres'])
    assert.deepEqual(databasesOf(file, { ...all, long: true }), ['embedded'])
    assert.deepEqual(databasesOf(file, { ...all, hasPostgres: false }), ['embedded'])
    const atFullSize = 'test/long/contract/host-changes-by-consent.test.ts'
    assert.deepEqual(databasesOf(atFullSize, { ...all, long: true }), ['embedded', 'postgres'])
  })

  test('quick is pure and embedded only; long is apart from all others', () => {
    const quick = { ...all, quick: true }
    assert.deepEqual(databasesOf('test/support/databases.test.ts', quick), ['embedded'])
    assert.deepEqual(databasesOf('test/postgres/race.test.ts', quick), [])
    assert.deepEqual(databasesOf('test/long/postgres/race.test.ts'), [])
    assert.deepEqual(databasesOf('test/long/postgres/race.test.ts', { ...all, long: true }), ['postgres'])
    assert.deepEqual(databasesOf('src/bookings/slot.test.ts', { ...all, long: true }), [])
  })

  test('quick leaves out files that declare five seconds or more', () => {
    const selected = (selectRuns(files, { ...all, quick: true }) as { file: string }[]).map(({ file }) => file)
    const seconds = (file: string): number =>
      Number(/^\/\/ seconds: (\d+)/.exec(readFileSync(join(packageRoot, file), 'utf8'))?.[1] ?? 0)
    assert.ok(selected.includes('test/runner/plan.test.ts'))
    assert.deepEqual(
      selected.filter((file) => seconds(file) >= 5),
      [],
    )
  })

  test('no test is lost or run twice when they are spread over processes', () => {
    const runs = selectRuns(files, all) as { file: string; database: string }[]
    const shards = spread(runs) as { database: string; files: string[] }[]
    const spreadOut = shards.flatMap(({ database, files }) => files.map((file) => `${file} on ${database}`))
    assert.deepEqual(spreadOut.sort(), runs.map(({ file, database }) => `${file} on ${database}`).sort())
    assert.ok(shards.length <= 7)
  })

  test('in a run at full size, no process runs tests of both sizes: only those at full size are told so', () => {
    const shards = spread(selectRuns(files, { ...all, long: true })) as { files: string[] }[]
    const sizes = shards.map(({ files }) => new Set(files.map((file) => file.startsWith('test/long/'))).size)
    assert.deepEqual(
      sizes,
      shards.map(() => 1),
    )
  })

  test('what must be alone runs after all others, in a process of its own', () => {
    const runs = selectRuns(files, { ...all, long: true }) as { file: string; database: string }[]
    const shards = spread(runs) as { files: string[]; isAlone?: boolean }[]
    const races = shards.findIndex(({ files }) => files.includes('test/long/postgres/races.test.ts'))
    assert.deepEqual(
      shards.map(({ isAlone = false }) => isAlone),
      shards.map((_, index) => index >= races),
    )
    assert.deepEqual(shards[races]?.files, ['test/long/postgres/races.test.ts'])
  })
})
