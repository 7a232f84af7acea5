// seconds: 8
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '#platform/root.ts'

// Imported from its source, not bundled: it finds its neighbours by their path.
const script = pathToFileURL(join(packageRoot, 'scripts/test/run-shard.mjs')).href
const { runShard } = (await import(script)) as typeof import('../../../scripts/test/run-shard.mjs')

interface Outcome {
  readonly outcome: string
  readonly name: string
  readonly error?: string
}

interface Result {
  readonly outcomes: readonly Outcome[]
  readonly output: string
  readonly notRun: readonly string[]
}

const runFiles = async (
  sources: readonly string[],
  { hooks = '', guardSeconds = 60, wasStopped = (): boolean => false } = {},
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'openslot-runner-'))
  try {
    const [hooksFile = '', ...files] = await Promise.all(
      [hooks, ...sources].map(async (source, index) => {
        const file = join(folder, `${index}.test.mjs`)
        await writeFile(
          file,
          `import { after, before, describe, test } from 'node:test'\nimport assert from 'node:assert/strict'\n${source}\n`,
        )
        return file
      }),
    )
    const shard = { name: 'tried', files, seconds: 0 }
    return await runShard(shard, {
      bundleOf: (file: string) => file,
      hooks: hooksFile,
      folder,
      settings: { OPENSLOT_TEST_END_SECONDS: '1' },
      processes: new Set(),
      guardSeconds,
      wasStopped,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const outcomesOf = async (...sources: readonly string[]): Promise<string[]> =>
  (await runFiles(sources)).outcomes.map(({ outcome, name }) => `${outcome}: ${name}`)

describe('the runner reports what tests did', () => {
  test('tests are counted with their path, suites are not, and all files are run', async () => {
    const first =
      "describe('a suite', () => { test('is good', () => {}); test('waits', { skip: 'for better days' }, () => {}) })"
    const second = "test('alone', async (t) => { await t.test('inner', () => {}) })"
    assert.deepEqual(await outcomesOf(first, second), [
      'passed: a suite › is good',
      'skipped: a suite › waits',
      'passed: alone › inner',
      'passed: alone',
    ])
  })

  test("what all files share is closed after the last one's tests, also when that one was slow to load", async () => {
    const hooks = 'globalThis.isOpen = true\nafter(() => { globalThis.isOpen = false })'
    const second =
      "await new Promise((done) => setTimeout(done, 200))\ntest('second', () => assert.equal(globalThis.isOpen, true))"
    const { outcomes } = await runFiles(["test('first', () => {})", second], { hooks })
    assert.deepEqual(
      outcomes.map(({ outcome, name }) => `${outcome}: ${name}`),
      ['passed: first', 'passed: second'],
    )
  })

  test("a file's hooks run around its own tests, when all files are loaded, and one that fails fails them alone", async () => {
    const first =
      "before(() => { globalThis.isOpen = true })\nafter(() => { globalThis.isOpen = false })\ntest('first', () => assert.ok(globalThis.isOpen))"
    const second = "before(() => { throw new Error(String(globalThis.isOpen)) })\ntest('second', () => {})"
    const third = "test('third', () => assert.equal(globalThis.isOpen, false))\nglobalThis.isOpen = 'not loaded'"
    const { outcomes } = await runFiles([first, second, third])
    assert.deepEqual(
      outcomes.map(({ outcome, name }) => `${outcome}: ${name}`),
      ['passed: first', 'failed: second', 'failed: the file, or a hook of it', 'passed: third'],
    )
    assert.match(outcomes[2]?.error ?? '', /Error: false/)
  })

  test('a failure is reported once, with its reason and without stack lines of Node itself', async () => {
    const { outcomes } = await runFiles([
      "describe('a suite', () => { test('is bad', () => { assert.equal(1, 2) }) })\ntest('is good', () => {})",
    ])
    assert.deepEqual(
      outcomes.map(({ outcome, name }) => `${outcome}: ${name}`),
      ['failed: a suite › is bad', 'passed: is good'],
    )
    assert.match(outcomes[0]?.error ?? '', /1 !== 2/)
    assert.doesNotMatch(outcomes[0]?.error ?? '', /node:internal/)
  })
})

describe('a failure outside of any test is a failure', () => {
  const failsAs = async (source: string, reason: RegExp, guardSeconds?: number): Promise<void> => {
    const { outcomes, output } = await runFiles(
      ["test('is good', () => {})", source],
      guardSeconds === undefined ? {} : { guardSeconds },
    )
    const failures = outcomes.filter(({ outcome }) => outcome === 'failed')
    assert.ok(failures.length > 0, 'nothing failed')
    assert.match(`${failures.map(({ error }) => error).join('\n')}\n${output}`, reason)
  }

  test('a file that cannot be loaded, a hook that throws, an error after the test was over, and an unhandled rejection: each of them', async () => {
    const { outcomes } = await runFiles([
      "throw new Error('not today')",
      "describe('x', () => { before(() => { throw new Error('not ready') }); test('y', () => {}) })",
      "test('late', () => { setTimeout(() => { throw new Error('too late') }, 20) })\ntest('waits', () => new Promise((done) => setTimeout(done, 200)))",
      "test('careless', () => { Promise.reject(new Error('unheard')) })\ntest('waits', () => new Promise((done) => setTimeout(done, 50)))",
    ])
    const errors = outcomes.filter(({ outcome }) => outcome === 'failed').map(({ error }) => error)
    for (const reason of ['not today', 'not ready', 'too late', 'unheard'])
      assert.ok(
        errors.some((error) => error?.includes(reason)),
        `${reason}: ${errors.join('\n')}`,
      )
  })
  test('a process that ends in the middle with exit code 0', () =>
    failsAs("test('leaves', async () => { await 1; process.exit(0) })", /in the middle of its tests/))
  test('a test that never ends', () =>
    failsAs(
      "test('endless', () => new Promise((done) => setTimeout(done, 1e6)))",
      /stopped after 2 s\. Not finished: /,
      2,
    ))
  test('a test that blocks the event loop', () =>
    failsAs("test('greedy', () => { for (;;) {} })", /stopped after 1 s/, 1))
  test('a server that is left open', () =>
    failsAs(
      "import net from 'node:net'\ntest('leaves a server', () => { net.createServer().listen(0) })",
      /Still open: TCPServerWrap/,
    ))
})

test('a run that is cut off by its limit names what was not run, and it is no failure of a test', async () => {
  const { outcomes, notRun } = await runFiles(
    ["test('is good', () => {})", "test('endless', () => new Promise((done) => setTimeout(done, 1e6)))"],
    {
      guardSeconds: 2,
      wasStopped: () => true,
    },
  )
  assert.deepEqual(
    outcomes.map(({ outcome, name }) => `${outcome}: ${name}`),
    ['passed: is good'],
  )
  assert.match(notRun.join(), /endless/)
})
