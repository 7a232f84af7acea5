// npm run bench [-- --json] [-- --strict] [-- --rounds=11] [-- --seconds=0.5] [-- --only=speed,slots,starts,bookings,pending,mcp,activity,first-paint,whole-cost,replica,packages]
//
// How fast, how large, how soon: our service beside a bare server on one real PostgreSQL (the server that DATABASE_URL names,
// or a throw-away one), in one run. Figures are shown, and judged only with --strict: a slow machine is no fault of the code.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { measureActivity } from '../bench/activity.mjs'
import { measureBookings } from '../bench/bookings.mjs'
import { measureFirstPaint } from '../bench/first-paint.mjs'
import { measureMcp } from '../bench/mcp.mjs'
import { countPackages } from '../bench/packages.mjs'
import { measurePending } from '../bench/pending.mjs'
import { runForJson } from '../bench/processes.mjs'
import { measureReplica } from '../bench/replica.mjs'
import { conditionsReport, isGood, reportOf } from '../bench/report.mjs'
import { connections, fillDatabase, measureSpeed } from '../bench/speed.mjs'
import { embeddedSettings, measureStarts } from '../bench/starts.mjs'
import { measureWholeCost } from '../bench/whole-cost.mjs'
import { ensureBundle, ensurePackages } from './ready.mjs'
import { makeFolders } from './test/folders.mjs'
import { lackOf } from './test/requirements.mjs'

const partNames = ['speed', 'slots', 'starts', 'bookings', 'pending', 'mcp', 'activity', 'first-paint', 'whole-cost', 'replica', 'packages']
const known = ['--json', '--strict', '--rounds', '--seconds', '--only']
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

// Many short rounds: what the machine does beside them then hits all that is compared, and not one of them.
const rounds = Number(flags.get('--rounds') ?? 11)
const seconds = Number(flags.get('--seconds') ?? 0.5)
if (!(rounds >= 1 && seconds > 0)) {
  console.error('--rounds and --seconds take a number each, as in --rounds=11 --seconds=0.5')
  process.exit(2)
}
const wanted = flags.get('--only')?.split(',') ?? partNames
if (!wanted.every((part) => partNames.includes(part))) {
  console.error(`--only takes one or more of ${partNames.join(', ')}`)
  process.exit(2)
}
const noBrowser = wanted.includes('first-paint') && lackOf('chromium')
if (noBrowser) {
  console.error(`First paints need Chromium, and ${noBrowser}.`)
  process.exit(2)
}
const isJson = flags.has('--json')

const endings = []
const atEnd = (ending) => endings.push(ending)
const endAll = async () => {
  for (const ending of endings.splice(0).reverse()) await ending().catch((error) => console.error('While cleaning up:', error))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await endAll()
    process.exit(130)
  })
}

/** Each part measures, and is reported as soon as it is done. */
const parts = {
  speed: ({ measuring, filled, bundleOf }) => measureSpeed({ ...measuring, filled, verification: bundleOf('bench/verification.ts') }),
  slots: ({ bundleOf }) => runForJson(bundleOf('bench/slots.ts'), {}),
  starts: async ({ filled, data }) => [
    await measureStarts('embedded database', embeddedSettings(data), { readySeconds: 3, idleMegabytes: 250 }, atEnd),
    await measureStarts('PostgreSQL', filled.settings, { readySeconds: 1.5, idleMegabytes: 150 }, atEnd),
  ],
  bookings: ({ measuring, filled, bundleOf }) => measureBookings({ ...measuring, connections, filled, fillBookings: bundleOf('bench/fill-bookings.ts') }),
  pending: async ({ postgres, dataFolder, bundleOf }) => {
    const own = await fillDatabase({ databaseUrl: await postgres.createDatabase('pending'), dataFolder, fill: bundleOf('bench/fill.ts') })
    const fillBookings = bundleOf('bench/fill-bookings.ts')
    return measurePending({ databaseUrl: own.settings.DATABASE_URL, settings: own.settings, fillBookings, rounds: Math.min(rounds, 7), atEnd })
  },
  mcp: ({ measuring, filled }) => measureMcp({ ...measuring, connections, filled }),
  activity: ({ measuring, filled }) => measureActivity({ ...measuring, filled }),
  'first-paint': ({ filled, bundleOf }) => measureFirstPaint({ filled, program: bundleOf('bench/paint-server.ts'), pairs: rounds, atEnd }),
  'whole-cost': ({ postgres, dataFolder, bundleOf }) =>
    measureWholeCost({ postgres, fillDatabase, dataFolder, fill: bundleOf('bench/fill.ts'), fillBookings: bundleOf('bench/fill-bookings.ts'), atEnd }),
  replica: ({ measuring, filled, data }) => measureReplica({ ...measuring, filled, folder: join(data, 'standby') }),
  packages: () => countPackages(),
}

const prepare = async () => {
  const { run, data } = makeFolders(atEnd, { isOnDisk: true })
  const { bundle } = await import('./test/bundle.mjs')
  const { startPostgres } = await import('./test/postgres.mjs')
  const bundleOf = await bundle(['bench/fill.ts', 'bench/fill-bookings.ts', 'bench/verification.ts', 'bench/slots.ts', 'bench/paint-server.ts'], run)
  const postgres = await startPostgres(join(data, 'postgres'), atEnd, { isMeasured: true })
  const databaseUrl = await postgres.createDatabase('bench')
  const dataFolder = join(data, 'service')
  mkdirSync(dataFolder, { mode: 0o700 })
  const filled = await fillDatabase({ databaseUrl, dataFolder, fill: bundleOf('bench/fill.ts') })
  return { bundleOf, postgres, data, dataFolder, filled, measuring: { databaseUrl, rounds, milliseconds: seconds * 1000, atEnd } }
}

const measure = async () => {
  const prepared = await prepare()
  const conditions = { connections, rounds, seconds, node: process.versions.node, postgres: prepared.filled.postgres }
  if (!isJson) console.log(conditionsReport(conditions))
  const figures = { conditions }
  for (const part of wanted) {
    const began = performance.now()
    figures[part] = await parts[part](prepared)
    const took = Math.round((performance.now() - began) / 1000)
    if (isJson) console.error(`${part}: ${took} s`)
    else console.log(`\n— ${part}, ${took} s\n\n${reportOf(part, figures[part])}`)
  }
  return figures
}

ensurePackages()
await ensureBundle()
try {
  const figures = await measure()
  if (isJson) console.log(JSON.stringify(figures, undefined, 2))
  if (flags.has('--strict') && !isGood(figures)) process.exitCode = 1
} finally {
  await endAll()
}
