// The test command: npm test [-- part of a path …], npm run test:quick, npm run test:long.
//
// Tests are compiled once and run by node:test in a few processes, some of them at a time. Which database a test runs
// on follows from its folder (test/plan.mjs); the databases, and a Redis, are made for the run and removed after it.
import { availableParallelism } from 'node:os'
import { ensureBundle, ensureEmptyDatabase, ensurePackages, root } from './ready.mjs'
import { endGroup } from './test/child.mjs'
import { makeFolders } from './test/folders.mjs'
import { findPrograms, findTests, selectRuns, spread } from './test/plan.mjs'
import { counted, say, shout, showDearest, showShard, showSlowest, times } from './test/report.mjs'
import { lackOf, missingRequirements } from './test/requirements.mjs'
import { runShard } from './test/run-shard.mjs'
import { storeFunctions } from './test/store-functions.mjs'

const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('-'))
const patterns = words.filter((word) => !word.startsWith('-'))
const unknown = flags.find((flag) => !['--quick', '--long'].includes(flag))
if (unknown) {
  console.error(
    `There is no option ${unknown}. Try: npm test -- <part of a path>, npm run test:quick, npm run test:long`,
  )
  process.exit(2)
}

const isLong = flags.includes('--long')

// More than there are cores: many tests wait for most of their time, for a browser, a service that starts or a
// database. The long ones begin together: one that began when another had ended was alone on the machine for a minute.
// Those at full size wait less.
const processesAtOnce = availableParallelism() + (isLong ? 1 : 3)

/** For a whole run. A merge runs both, and its machines may be half as fast as others. */
const limitMinutes = Number(process.env.OPENSLOT_TEST_MINUTES ?? (isLong ? 60 : 25))
/** A run that may take so long has a test that does. */
const guard = process.env.OPENSLOT_TEST_MINUTES ? { guardSeconds: limitMinutes * 60 } : {}

const began = performance.now()
const processes = new Set()
let stopped = false
let isOver = false
const notRun = []
const endings = []
const atEnd = (ending) => endings.push(ending)

const endAll = async () => {
  for (const child of processes) endGroup(child)
  for (const ending of endings.splice(0).reverse())
    await ending().catch((error) => console.error('While cleaning up:', error))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Twice, when it comes from the terminal and from npm as well.
  process.on(signal, async () => {
    if (stopped) return
    say('\nStopping …')
    stopped = true
    await endAll()
    process.exit(130)
  })
}

const outcomes = []
const costs = []
const calledOnEmbedded = new Set()
const fail = (name, error) => {
  if (stopped) return
  outcomes.push({ outcome: 'failed', name, file: '', milliseconds: 0 })
  shout(`FAILED: ${error}`)
}

/** What this machine cannot run is left out, loudly. */
const withoutLacks = (runs) => {
  for (const sentence of missingRequirements()) fail('requirements', sentence)
  const lackIn = ({ needs }) => needs.map(lackOf).find(Boolean)
  for (const lack of new Set(runs.map(lackIn).filter(Boolean))) {
    const skipped = runs.filter((run) => lackIn(run) === lack)
    shout(`SKIPPED: ${times(skipped.length, 'test file')}, because ${lack}.`)
    for (const { file } of skipped) outcomes.push({ outcome: 'skipped', name: file, file, milliseconds: 0 })
  }
  return runs.filter((run) => !lackIn(run))
}

const runAll = async (shards) => {
  const { run, data } = makeFolders(atEnd)
  const { bundle } = await import('./test/bundle.mjs')
  const { makeMachines } = await import('./test/machines.mjs')
  const databases = new Set(shards.map(({ database }) => database).filter((database) => database !== 'none'))
  // Some of these tests start the service as it is shipped. The others need not wait until it can be built.
  if (databases.size > 0)
    await ensureBundle()
      .then(ensureEmptyDatabase)
      .catch(() => fail('the service', 'the service could not be built.'))
  const prepareProgram = 'test/support/prepare.ts'
  const hooks = 'test/support/at-end.ts'
  const programs = [prepareProgram, hooks, ...findPrograms()]
  const bundleOf = await bundle([...new Set(shards.flatMap(({ files }) => files)), ...programs], run)
  const machines = makeMachines({ prepareProgram: bundleOf(prepareProgram), folder: data, atEnd })
  machines.warmUp(databases)

  const limit = setTimeout(() => {
    isOver = true
    for (const child of processes) endGroup(child)
  }, limitMinutes * 60_000)
  const numbered = shards.map((shard, index) => ({ shard, index }))
  const together = numbered.filter(({ shard }) => !shard.isAlone)
  const alone = numbered.filter(({ shard }) => shard.isAlone)
  const runFrom = async (waiting) => {
    for (let next = waiting.shift(); next && !stopped && !isOver; next = waiting.shift())
      await runOne(next.shard, next.index, { machines, bundleOf, hooks, run })
  }
  await Promise.all(Array.from({ length: processesAtOnce }, () => runFrom(together)))
  await runFrom(alone)
  clearTimeout(limit)
  notRun.push(...[...together, ...alone].flatMap(({ shard }) => shard.files))
}

const runOne = async (shard, index, { machines, bundleOf, hooks, run }) => {
  let settings
  try {
    settings = await machines.settingsFor(shard, index)
  } catch (error) {
    fail(shard.name, `${shard.name}: ${error.message}`)
    return
  }
  const result = await runShard(shard, {
    bundleOf,
    hooks,
    folder: run,
    settings,
    processes,
    wasStopped: () => isOver,
    ...guard,
  })
  notRun.push(...result.notRun)
  outcomes.push(...result.outcomes.map((outcome) => ({ ...outcome, on: shard.name })))
  costs.push(...result.costs.map((cost) => ({ ...cost, on: shard.name })))
  for (const name of result.calls) calledOnEmbedded.add(name)
  if (!stopped) showShard(result, { everyTest: patterns.length > 0, root })
}

/** In a whole run at full size: no function of a store that the embedded database has not seen. */
const checkStores = () => {
  const unseen = storeFunctions().filter(({ name }) => !calledOnEmbedded.has(name))
  if (unseen.length === 0) return
  const names = unseen.map(({ name, file }) => `${name} (${file})`).join(', ')
  fail(
    'the embedded database',
    `no test calls these on the embedded database: ${names}. Put "// on: embedded" at the top of a contract test that does.`,
  )
}

/** What the limit has cut off is no success: where a merge is decided, it is a failure. */
const showNotRun = () => {
  if (notRun.length === 0) return
  const sentence = `NOT RUN within ${limitMinutes} minutes: ${notRun.join(', ')}.`
  if (process.env.CI) fail('the limit', sentence)
  else shout(sentence)
}

const showSkipped = () => {
  const told = outcomes.filter(({ outcome, reason }) => outcome === 'skipped' && reason !== undefined)
  for (const reason of new Set(told.map((skipped) => skipped.reason))) {
    const names = told.filter((skipped) => skipped.reason === reason).map(({ name, file }) => `${name} (${file})`)
    shout(
      `SKIPPED: ${names.join('; ')}, because ${typeof reason === 'string' && reason ? reason : 'the test says so'}.`,
    )
  }
}

ensurePackages()
const hasPostgres = lackOf('postgres') === undefined
const runs = withoutLacks(
  selectRuns(findTests(), { quick: flags.includes('--quick'), long: isLong, patterns, hasPostgres }),
)
const shards = spread(runs)
try {
  if (shards.length > 0) await runAll(shards)
} catch (error) {
  fail('the run', error.errors ? 'the tests could not be compiled.' : error.stack)
} finally {
  await endAll()
}
// The signal's handler is about to end this process, and what came of the tests by then is of no use.
if (stopped) await new Promise(() => {})

if (patterns.length === 0 && isLong) checkStores()
const ran = outcomes.filter(({ outcome }) => outcome !== 'skipped')
if (ran.length === 0)
  fail(
    'the run',
    runs.length === 0 && patterns.length > 0
      ? `No test file has ${patterns.join(' or ')} in its path.`
      : 'No test ran.',
  )
showSlowest(ran)
if (patterns.length === 0) showDearest(costs)
showSkipped()
showNotRun()
say(
  `\n${times(new Set(runs.map(({ file }) => file)).size, 'file')} in ${times(shards.length, 'process', 'es')}, ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
)
say(counted(outcomes))
process.exitCode = outcomes.some(({ outcome }) => outcome === 'failed') ? 1 : 0
