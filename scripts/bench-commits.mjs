// node scripts/bench-commits.mjs --before=FOLDER --now=FOLDER [--rounds=20] [--seconds=0.5] [--only=booking]
//
// The services of two working copies of the project, each on a database of its own in one PostgreSQL, filled by its own
// copy. Both run all the time, and one load asks them in turn, so that whatever else the machine does hits both alike:
// the CPU time of the service and of PostgreSQL for a request, and the median of the ratios of each round. Each copy
// needs `npm ci`, and the machine should do nothing else.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { cpuOf, postmasterOf } from '../bench/postgres-cpu.mjs'
import { startBookingLoad, startLoad } from '../bench/processes.mjs'
import { median } from '../bench/rounds.mjs'
import { monthOf, requestFor } from '../bench/speed.mjs'
import { makeEndings } from './endings.mjs'
import { makeFolders } from './test/folders.mjs'
import { startPostgres } from './test/postgres.mjs'

const flags = new Map(process.argv.slice(2).map((word) => word.split('=')))
const folders = { before: flags.get('--before'), now: flags.get('--now') }
const rounds = Number(flags.get('--rounds') ?? 20)
const milliseconds = Number(flags.get('--seconds') ?? 0.5) * 1000
if (!folders.before || !folders.now || !(rounds >= 1 && milliseconds > 0)) {
  console.error(
    'Usage: node scripts/bench-commits.mjs --before=FOLDER --now=FOLDER [--rounds=20] [--seconds=0.5] [--only=booking]',
  )
  process.exit(2)
}

const meetings = 100_000
const events = 20_000
const connections = { reads: 32, bookings: 16 }
const warmRounds = 8

/** The service of a copy with data that its own bench made, and what is asked of it. */
const start = async (name, folder, { postgres, data, atEnd }) => {
  const from = (path) => import(pathToFileURL(join(resolve(folder), path)).href)
  const [{ ensureBundle }, { bundle }, own, { startService, runForJson }, { makeFolders: makeOwnFolders }] =
    await Promise.all(
      [
        'scripts/ready.mjs',
        'scripts/test/bundle.mjs',
        'bench/speed.mjs',
        'bench/processes.mjs',
        'scripts/test/folders.mjs',
      ].map(from),
    )
  await ensureBundle()
  const bundleOf = await bundle(
    ['bench/fill.ts', 'bench/fill-bookings.ts'],
    makeOwnFolders(atEnd, { isOnDisk: true }).run,
  )
  const databaseUrl = await postgres.createDatabase(name)
  const dataFolder = join(data, name)
  mkdirSync(dataFolder, { mode: 0o700 })
  const filled = await own.fillDatabase({ databaseUrl, dataFolder, fill: bundleOf('bench/fill.ts'), meetings })
  const settings = { ...filled.settings, OPENSLOT_RATE_LIMITS: 'off' }
  const toBook = await runForJson(bundleOf('bench/fill-bookings.ts'), { ...settings, BENCH_EVENTS: String(events) })
  const service = await startService(settings, atEnd, 'serve')
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)

  const load = startLoad(atEnd)
  const bookingLoad = startBookingLoad(atEnd)
  const organization = encodeURIComponent(`${settings.OPENSLOT_BASE_URL}/organizations/${filled.organization}`)
  const reading = (path) => () =>
    load.run({
      port: service.port,
      request: requestFor(path, filled.token),
      connections: connections.reads,
      milliseconds,
    })
  const booking = {
    port: service.port,
    token: toBook.token,
    eventTypes: toBook.eventTypes,
    from: Date.UTC(2030, 0, 1),
    connections: connections.bookings,
  }
  return {
    service,
    subjects: {
      'one user': reading('/users/me'),
      '20 members': reading(`/organization_memberships?organization=${organization}&count=20`),
      'one event type': reading(new URL(filled.eventTypes.few).pathname),
      'a month of open times': reading(monthOf(filled.eventTypes.few)),
      'the same after many meetings': reading(monthOf(filled.eventTypes.many)),
      '20 scheduled events': reading(`/scheduled_events?organization=${organization}&count=20`),
      'the same by start': reading(`/scheduled_events?organization=${organization}&count=20&sort=start_time:asc`),
      'a booking, the answer': () => bookingLoad.run({ ...booking, milliseconds: milliseconds * 2 }),
    },
  }
}

/** Microseconds of CPU time for one answer. */
const measure = async ({ service, subjects }, name, postmaster) => {
  const used = async () => ({ service: (await service.read()).cpuMicroseconds, postgres: cpuOf(postmaster) })
  const before = await used()
  const answers = await subjects[name]()
  const after = await used()
  const [ours, postgres] = [after.service - before.service, after.postgres - before.postgres].map(
    (microseconds) => microseconds / answers,
  )
  return { service: ours, postgres, all: ours + postgres }
}

const compare = async (copies, postmaster) => {
  const names = Object.keys(copies.now.subjects).filter((name) => name.includes(flags.get('--only') ?? ''))
  const figures = new Map(names.map((name) => [name, { before: [], now: [] }]))
  for (let round = -warmRounds; round < rounds; round += 1) {
    for (const name of names) {
      for (const copy of round % 2 === 0 ? ['before', 'now'] : ['now', 'before']) {
        const cost = await measure(copies[copy], name, postmaster)
        if (round >= 0) figures.get(name)[copy].push(cost)
      }
    }
    console.error(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`)
  }
  return figures
}

const { atEnd, runAndEnd } = makeEndings()
await runAndEnd(async () => {
  const { data } = makeFolders(atEnd, { isOnDisk: true })
  const postgres = await startPostgres(join(data, 'postgres'), atEnd, { isMeasured: true })
  const watching = new pg.Client({ connectionString: postgres.adminUrl })
  await watching.connect()
  atEnd(() => watching.end())
  const copies = {}
  for (const [name, folder] of Object.entries(folders))
    copies[name] = await start(name, folder, { postgres, data, atEnd })
  const figures = await compare(copies, await postmasterOf(watching))
  console.log(
    '| CPU time, ms: the service + PostgreSQL | before | now | requests for the same time |\n|---|---|---|---|',
  )
  for (const [name, { before, now }] of figures) {
    const shown = (costs) =>
      ['service', 'postgres'].map((part) => (median(costs.map((cost) => cost[part])) / 1000).toFixed(2)).join(' + ')
    const ratio = median(now.map(({ all }, round) => before[round].all / all))
    console.log(`| ${name} | ${shown(before)} | ${shown(now)} | ${ratio.toFixed(2)} times |`)
  }
})
