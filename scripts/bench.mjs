// npm run bench [-- --json] [-- --strict] [-- --rounds=25] [-- --seconds=0.6] [-- --only=speed,slots,starts,bookings,pending,mcp,activity,first-paint]
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
import { isGood, reportOf } from '../bench/report.mjs'
import { connections, fillDatabase, measureSpeed } from '../bench/speed.mjs'
import { embeddedSettings, measureStarts } from '../bench/starts.mjs'
import { ensureBundle, ensurePackages } from './ready.mjs'
import { makeFolders } from './test/folders.mjs'
import { lackOf } from './test/requirements.mjs'

const parts = ['speed', 'slots', 'starts', 'bookings', 'pending', 'mcp', 'activity', 'first-paint']
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
const rounds = Number(flags.get('--rounds') ?? 25)
const seconds = Number(flags.get('--seconds') ?? 0.6)
if (!(rounds >= 1 && seconds > 0)) {
  console.error('--rounds and --seconds take a number each, as in --rounds=25 --seconds=0.6')
  process.exit(2)
}
const wanted = flags.get('--only')?.split(',') ?? parts
if (!wanted.every((part) => parts.includes(part))) {
  console.error(`--only takes one or more of ${parts.join(', ')}`)
  process.exit(2)
}
const noBrowser = wanted.includes('first-paint') && lackOf('chromium')
if (noBrowser) {
  console.error(`First paints need Chromium, and ${noBrowser}.`)
  process.exit(2)
}
const say = (text) => console.error(text)

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

const measure = async () => {
  const { run, data } = makeFolders(atEnd, { isOnDisk: true })
  const { bundle } = await import('./test/bundle.mjs')
  const { startPostgres } = await import('./test/postgres.mjs')
  const bundleOf = await bundle(['bench/fill.ts', 'bench/fill-bookings.ts', 'bench/verification.ts', 'bench/slots.ts', 'bench/paint-server.ts'], run)
  const postgres = await startPostgres(join(data, 'postgres'), atEnd)
  const databaseUrl = await postgres.createDatabase('bench')
  const dataFolder = join(data, 'service')
  mkdirSync(dataFolder, { mode: 0o700 })
  const conditions = { connections, rounds, seconds, node: process.versions.node }
  const measuring = { databaseUrl, rounds, milliseconds: seconds * 1000, atEnd }
  const figures = { conditions, packages: countPackages() }

  const filled = await fillDatabase({ databaseUrl, dataFolder, fill: bundleOf('bench/fill.ts') })
  conditions.postgres = filled.postgres
  if (wanted.includes('speed')) {
    say(`Speed, about ${Math.ceil((rounds * seconds * 7 + 60) / 60)} minutes …`)
    figures.speed = await measureSpeed({ ...measuring, filled, verification: bundleOf('bench/verification.ts') })
  }
  if (wanted.includes('slots')) {
    say('The slot engine …')
    figures.slots = await runForJson(bundleOf('bench/slots.ts'), {})
  }
  if (wanted.includes('starts')) {
    say('Starts and memory, about two minutes …')
    figures.starts = [
      await measureStarts('embedded database', embeddedSettings(data), { readySeconds: 3, idleMegabytes: 250 }, atEnd),
      await measureStarts('PostgreSQL', filled.settings, { readySeconds: 1.5, idleMegabytes: 150 }, atEnd),
    ]
  }
  if (wanted.includes('bookings')) {
    say(`Bookings, of which a million are there already, about ${Math.ceil((rounds * seconds * 7 + 240) / 60)} minutes …`)
    figures.bookings = await measureBookings({ ...measuring, connections, filled, fillBookings: bundleOf('bench/fill-bookings.ts') })
  }
  if (wanted.includes('pending')) {
    say('Bookings while ten thousand messages wait …')
    const own = await fillDatabase({ databaseUrl: await postgres.createDatabase('pending'), dataFolder, fill: bundleOf('bench/fill.ts') })
    figures.pending = await measurePending({
      databaseUrl: own.settings.DATABASE_URL,
      settings: own.settings,
      fillBookings: bundleOf('bench/fill-bookings.ts'),
      rounds: Math.min(rounds, 15),
      atEnd,
    })
  }
  if (wanted.includes('mcp')) {
    say(`Tool calls, about ${Math.ceil((rounds * seconds * 9 + 90) / 60)} minutes …`)
    figures.mcp = await measureMcp({ ...measuring, connections, filled })
  }
  if (wanted.includes('activity')) {
    say('The activity log, of which a million entries are there already, about three minutes …')
    figures.activity = await measureActivity({ ...measuring, filled })
  }
  if (wanted.includes('first-paint')) {
    say('First paints …')
    figures.firstPaint = await measureFirstPaint({ filled, program: bundleOf('bench/paint-server.ts'), pairs: rounds, atEnd })
  }
  return figures
}

ensurePackages()
await ensureBundle()
try {
  const figures = await measure()
  console.log(flags.has('--json') ? JSON.stringify(figures, undefined, 2) : `\n${reportOf(figures)}`)
  if (flags.has('--strict') && !isGood(figures)) process.exitCode = 1
} finally {
  await endAll()
}
