// npm run bench [-- --quick] [-- --write] [-- --json] [-- --strict] [-- --rounds=5] [-- --seconds=0.5] [--
// --only=speed,slots,…] [-- --only=growth --facts=10000000]
//
// --quick   a look at every part within a minute; not figures to rely on
// --write   keeps the results in bench/results.json, and makes docs/performance.md and its picture of them
//
// How fast, how large, how soon: our service beside a bare server on one real PostgreSQL (the server that DATABASE_URL
// names, or a throw-away one), in one run. Figures are shown, and judged only with --strict: a slow machine is no fault
// of the code.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { measureActivity } from '../bench/activity.mjs'
import { measureBookings } from '../bench/bookings.mjs'
import { efforts } from '../bench/effort.mjs'
import { measureEmbedded } from '../bench/embedded.mjs'
import { measureFirstPaint } from '../bench/first-paint.mjs'
import { measureGrowth } from '../bench/growth.mjs'
import { measureMcp } from '../bench/mcp.mjs'
import { countPackages } from '../bench/packages.mjs'
import { measurePages } from '../bench/pages.mjs'
import { measurePending } from '../bench/pending.mjs'
import { runForJson } from '../bench/processes.mjs'
import { measureReplica } from '../bench/replica.mjs'
import { conditionsReport, isGood, paragraphsOf, steadinessReport } from '../bench/report.mjs'
import { describeMachine, keepResults } from '../bench/results.mjs'
import { connections, fillDatabase, measureSpeed } from '../bench/speed.mjs'
import { embeddedSettings, measureStarts } from '../bench/starts.mjs'
import { watchSteadiness } from '../bench/steadiness.mjs'
import { measureWholeCost } from '../bench/whole-cost.mjs'
import { makeEndings } from './endings.mjs'
import { ensureBundle, ensurePackages, root } from './ready.mjs'
import { makeFolders } from './test/folders.mjs'
import { lackOf } from './test/requirements.mjs'

const known = ['--quick', '--write', '--json', '--strict', '--rounds', '--seconds', '--facts', '--only']
const flags = new Map(process.argv.slice(2).map((word) => word.split('=')))
const unknown = [...flags.keys()].find((flag) => !known.includes(flag))
if (unknown) {
  console.error(`There is no option ${unknown}. Known are: ${known.join(', ')}`)
  process.exit(2)
}
const lack = lackOf('postgres')
if (lack) {
  console.error(`The bench needs PostgreSQL, and ${lack}.`)
  process.exit(2)
}

const isQuick = flags.has('--quick')
const effort = isQuick ? efforts.quick : efforts.whole
const rounds = Number(flags.get('--rounds') ?? effort.rounds)
const seconds = Number(flags.get('--seconds') ?? effort.seconds)
if (!(rounds >= 1 && seconds > 0)) {
  console.error('--rounds and --seconds take a number each, as in --rounds=5 --seconds=0.5')
  process.exit(2)
}
const isJson = flags.has('--json')

const { atEnd, runAndEnd } = makeEndings()

/** Each part measures, and is reported as soon as it is done. */
const parts = {
  speed: ({ measuring, filled, bundleOf }) =>
    measureSpeed({ ...measuring, filled, verification: bundleOf('bench/verification.ts') }),
  slots: ({ bundleOf }) => runForJson(bundleOf('bench/slots.ts'), { BENCH_CALLS: String(effort.slots.calls) }),
  starts: async ({ filled, data }) => [
    await measureStarts(
      'embedded database',
      embeddedSettings(data),
      { readySeconds: 3, idleMegabytes: 250 },
      effort.starts,
      atEnd,
    ),
    await measureStarts('PostgreSQL', filled.settings, { readySeconds: 1.5, idleMegabytes: 150 }, effort.starts, atEnd),
  ],
  bookings: ({ measuring, filled, bundleOf }) =>
    measureBookings({ ...measuring, connections, filled, fillBookings: bundleOf('bench/fill-bookings.ts') }),
  pending: async ({ fillNew, bundleOf }) => {
    const { settings } = await fillNew('pending')
    return measurePending({
      databaseUrl: settings.DATABASE_URL,
      settings,
      fillBookings: bundleOf('bench/fill-bookings.ts'),
      effort: effort.pending,
      atEnd,
    })
  },
  mcp: ({ measuring, filled }) => measureMcp({ ...measuring, connections, filled }),
  activity: ({ measuring, filled }) => measureActivity({ ...measuring, filled, effort: effort.activity }),
  'first-paint': ({ filled, bundleOf }) =>
    measureFirstPaint({ filled, program: bundleOf('bench/paint-server.ts'), pairs: rounds, atEnd }),
  'whole-cost': ({ postgres, fillNew, bundleOf }) =>
    measureWholeCost({
      postgres,
      fillNew,
      fillBookings: bundleOf('bench/fill-bookings.ts'),
      effort: effort.wholeCost,
      atEnd,
    }),
  embedded: ({ measuring, data, bundleOf }) =>
    measureEmbedded({ ...measuring, folder: data, fill: bundleOf('bench/fill-organizations.ts') }),
  pages: ({ measuring, postgres, data, bundleOf }) =>
    measurePages({ ...measuring, postgres, folder: data, fill: bundleOf('bench/fill-organizations.ts') }),
  growth: ({ measuring, postgres, dataFolder, bundleOf }) =>
    measureGrowth({
      ...measuring,
      postgres,
      dataFolder,
      facts: Number(flags.get('--facts') ?? 0),
      fill: bundleOf('bench/fill-organizations.ts'),
    }),
  replica: ({ measuring, filled, data }) => measureReplica({ ...measuring, filled, folder: join(data, 'standby') }),
  packages: () => countPackages(),
}

const wanted = flags.get('--only')?.split(',') ?? Object.keys(parts)
if (!wanted.every((part) => part in parts)) {
  console.error(`--only takes one or more of ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
const noBrowser = wanted.includes('first-paint') && lackOf('chromium')
if (noBrowser) {
  console.error(`First paints need Chromium, and ${noBrowser}.`)
  process.exit(2)
}

const prepare = async () => {
  const { run, data } = makeFolders(atEnd, { isOnDisk: true })
  const { bundle } = await import('./test/bundle.mjs')
  const { startPostgres } = await import('./test/postgres.mjs')
  const bundleOf = await bundle(programs, run)
  const postgres = await startPostgres(join(data, 'postgres'), atEnd, { isMeasured: true })
  const dataFolder = join(data, 'service')
  mkdirSync(dataFolder, { mode: 0o700 })
  const fillNew = async (name, meetings = effort.fill.meetingsElsewhere) =>
    fillDatabase({
      databaseUrl: await postgres.createDatabase(name),
      dataFolder,
      fill: bundleOf('bench/fill.ts'),
      meetings,
    })
  const filled = await fillNew('bench', effort.fill.meetings)
  const databaseUrl = filled.settings.DATABASE_URL
  return {
    bundleOf,
    postgres,
    data,
    dataFolder,
    fillNew,
    filled,
    measuring: { databaseUrl, rounds, milliseconds: seconds * 1000, effort, atEnd },
  }
}

const programs = ['fill', 'fill-bookings', 'fill-organizations', 'verification', 'slots', 'paint-server'].map(
  (name) => `bench/${name}.ts`,
)

const measure = async () => {
  const prepared = await prepare()
  const conditions = { connections, rounds, seconds, node: process.versions.node, postgres: prepared.filled.postgres }
  if (!isJson) console.log(conditionsReport(conditions))
  const figures = { conditions }
  for (const part of wanted) {
    steadiness.sample()
    const began = performance.now()
    figures[part] = await parts[part](prepared)
    const took = Math.round((performance.now() - began) / 1000)
    if (isJson) console.error(`${part}: ${took} s`)
    else console.log(`\n— ${part}, ${took} s\n\n${paragraphsOf(part, figures[part]).join('\n\n')}`)
  }
  return figures
}

ensurePackages()
await ensureBundle()
const began = performance.now()
const { loadBefore } = describeMachine('')
const steadiness = watchSteadiness()
await runAndEnd(async () => {
  const figures = await measure()
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  steadiness.sample()
  const steady = steadiness.report()
  console.error(`\n${minutes} minutes in all. ${steadinessReport(steady)}`)
  if (flags.has('--write')) {
    const { machine } = describeMachine(figures.conditions.postgres)
    keepResults(figures, { date: new Date().toISOString().slice(0, 10), machine, loadBefore, steady, minutes, isQuick })
    spawnSync(process.execPath, [join(root, 'scripts', 'docs.mjs')], { stdio: 'inherit' })
  }
  if (isJson) console.log(JSON.stringify(figures, undefined, 2))
  if (flags.has('--strict') && !isGood(figures)) process.exitCode = 1
})
