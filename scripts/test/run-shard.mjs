import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready.mjs'
import { endGroup } from './child.mjs'
import { readRecord } from './record.mjs'

const here = (name) => join(root, 'scripts', 'test', name)

/** Settings of the service in this shell are not the tests': a test says what it needs. */
const foreign =
  /^(DATABASE_URL|REDIS_URL|SMTP_URL|HOST|PORT|OPENSLOT_(?!TEST_REQUIRE).*|NODE_OPTIONS|NODE_TEST_CONTEXT)$/

/**
 * The optimizing compiler took about a quarter of the processor in short tests, most of whose code runs a few times: it
 * begins thirty times later, and not at all for the embedded database. The young heap is large, so that it is seldom
 * collected. What is tested is the same. Tests at full size and pure ones, which compute, gain from it.
 */
const compileLess = [
  '--interrupt-budget=2000000',
  '--single-threaded-gc',
  '--liftoff-only',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
]

/**
 * Nothing is fast or slow by this: it only ends what would never end. A test that takes long has said so (plan.mjs).
 */
const generousSeconds = 900

/**
 * Runs one process over its files, after a module with hooks for all of them, and gives what came of it. While it runs
 * it is in `processes`, so that it can be stopped.
 */
export const runShard = async (
  shard,
  { bundleOf, hooks, folder, settings, processes, wasStopped = () => false, guardSeconds = generousSeconds },
) => {
  const began = performance.now()
  const label = shard.name.replaceAll(/\W+/g, '-')
  const record = join(folder, `${label}.record`)
  const output = openSync(join(folder, `${label}.output`), 'w')
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
  const isLong = shard.files.every((file) => file.startsWith('test/long/'))
  const child = spawn(
    process.execPath,
    [
      ...(isLong || shard.database === 'none' ? [] : compileLess),
      '--enable-source-maps',
      `--test-reporter=${here('reporter.mjs')}`,
      '--test-reporter-destination=stdout',
      here('shard.mjs'),
      ...[hooks, ...shard.files].map(bundleOf),
    ],
    {
      cwd: root,
      env: {
        ...environment,
        ...settings,
        OPENSLOT_TEST_RECORD: record,
        OPENSLOT_TEST_PROGRAMS: folder,
        ...(isLong && { OPENSLOT_TEST_LONG: 'on' }),
      },
      // A process group of its own: a service that a test started is ended with it.
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    },
  )
  closeSync(output)
  processes.add(child)

  const allowedSeconds = guardSeconds + 3 * shard.seconds
  let hung = false
  const guard = setTimeout(() => {
    hung = true
    endGroup(child)
  }, allowedSeconds * 1000)
  const code = await new Promise((done) =>
    child.once('close', (status, signal) => done(status ?? signal)).once('error', (error) => done(error.message)),
  )
  clearTimeout(guard)
  endGroup(child)
  processes.delete(child)

  const { outcomes, running, complete, calls, costs } = readRecord(
    existsSync(record) ? readFileSync(record, 'utf8') : '',
    folder,
  )
  const trouble = troubleOf({ hung, allowedSeconds, running, complete, code, outcomes, files: shard.files })
  const isCut = wasStopped() && !complete
  if (trouble && !isCut)
    outcomes.push({
      outcome: 'failed',
      name: `the process of ${shard.name}`,
      file: '',
      milliseconds: 0,
      error: trouble,
    })
  const notRun = isCut ? filesNotRun(shard, outcomes, running) : []
  return {
    shard,
    outcomes,
    calls,
    costs,
    notRun,
    seconds: (performance.now() - began) / 1000,
    output: readFileSync(join(folder, `${label}.output`), 'utf8'),
  }
}

/** Of a shard that was cut off: the files without an outcome, and the tests that had begun. */
const filesNotRun = ({ files }, outcomes, running) => [
  ...files.filter((file) => !outcomes.some((outcome) => outcome.file === file)),
  ...running,
]

/** What no single test can tell. */
const troubleOf = ({ hung, allowedSeconds, running, complete, code, outcomes, files }) => {
  const where = `Not finished: ${running.join(', ') || `something in ${files.join(', ')}`}.`
  if (hung) return `It was stopped after ${Math.round(allowedSeconds)} s. ${where}`
  if (!complete) return `It ended with ${code} in the middle of its tests. ${where}`
  if (code !== 0 && !outcomes.some(({ outcome }) => outcome === 'failed'))
    return `It ended with ${code}, though no test failed.`
  return undefined
}
