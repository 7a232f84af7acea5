// Whether the service holds more and more memory the longer it runs: npm run soak [-- minutes] (60 without). The
// service as it is shipped, on a throw-away PostgreSQL, under a steady modest load of everything, with mail and
// webhooks to sinks. What it holds is read after a full collection. It ends with 1 when that grew by more than a tenth,
// or when an answer was not as expected.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { growthOfHeap } from '../bench/growth-of-heap.mjs'
import { runForJson, startPacedLoad, startService, startSink } from '../bench/processes.mjs'
import { fillDatabase } from '../bench/speed.mjs'
import { steadyUse } from '../bench/steady-use.mjs'
import { backlogOf, subscribe, untilDone } from '../bench/whole-cost.mjs'
import { makeEndings } from './endings.mjs'
import { ensureBundle, ensurePackages } from './ready.mjs'
import { makeFolders } from './test/folders.mjs'
import { lackOf } from './test/requirements.mjs'

const minutes = Number(process.argv[2] ?? 60)
if (!(minutes >= 1) || process.argv.length > 3) {
  console.error('npm run soak takes a number of minutes, at least 1, as in: npm run soak -- 60')
  process.exit(2)
}
const lack = lackOf('postgres')
if (lack) {
  console.error(`The soak needs PostgreSQL, and ${lack}.`)
  process.exit(2)
}

const bookingsPerSecond = 3
const from = Date.UTC(2030, 0, 1)
const whole = minutes * 60_000
/** 30 seconds in an hour; a short soak needs as many samples. */
const sampleEvery = Math.min(30_000, whole / 36)

const { atEnd, runAndEnd } = makeEndings()

const prepare = async () => {
  const { run, data } = makeFolders(atEnd)
  const { bundle } = await import('./test/bundle.mjs')
  const { startPostgres } = await import('./test/postgres.mjs')
  const bundleOf = await bundle(['bench/fill.ts', 'bench/fill-bookings.ts'], run)
  // With autovacuum, as a real one.
  const postgres = await startPostgres(join(data, 'postgres'), atEnd, { isMeasured: true })
  const dataFolder = join(data, 'service')
  mkdirSync(dataFolder, { mode: 0o700 })
  const databaseUrl = await postgres.createDatabase('soak')
  const { settings } = await fillDatabase({ databaseUrl, dataFolder, fill: bundleOf('bench/fill.ts'), meetings: 1_000 })
  const mail = await startSink('smtp-sink.mjs', [], atEnd)
  const receiver = await startSink('receiver.mjs', ['answering'], atEnd)
  const own = {
    ...settings,
    OPENSLOT_RATE_LIMITS: 'off', // of bookings, which all are by one user
    OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
    OPENSLOT_MCP_ALLOW_PAT: 'on',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    OPENSLOT_MAIL_FROM: 'Openslot <openslot@bench.test>',
  }
  const filled = await runForJson(bundleOf('bench/fill-bookings.ts'), { ...own, BENCH_EVENTS: '1000' })
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  atEnd(() => client.end())
  const service = await startService(own, atEnd)
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  const baseUrl = settings.OPENSLOT_BASE_URL
  await subscribe(service, filled, baseUrl, `http://127.0.0.1:${receiver.port}/`, [
    'invitee.created',
    'invitee.canceled',
  ])
  const use = await steadyUse({ port: service.port, filled, baseUrl, from, atEnd })
  return { mail, receiver, filled, client, service, use }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1)

const soak = async ({ mail, receiver, filled, client, service, use }) => {
  const began = performance.now()
  const elapsed = () => performance.now() - began
  const isOver = () => elapsed() >= whole
  const broken = new AbortController()
  const goesOn = () => !isOver() && !broken.signal.aborted
  const wait = (milliseconds) => pause(milliseconds, undefined, { signal: broken.signal }).catch(() => {})
  const samples = []
  let bookings = 0

  const book = async () => {
    const load = startPacedLoad(atEnd)
    const order = {
      port: service.port,
      token: filled.token,
      eventTypes: filled.eventTypes,
      from,
      connections: 1,
      rate: bookingsPerSecond,
    }
    while (goesOn())
      bookings += (await load({ ...order, seconds: Math.min(10, Math.max(1, Math.ceil((whole - elapsed()) / 1000))) }))
        .answers
  }
  const beUsed = async () => {
    for (let round = 0; goesOn(); round += 1) {
      await use.round(round)
      await wait(1000)
    }
  }
  const watch = async () => {
    let printed = 0
    while (goesOn()) {
      await wait(Math.min(sampleEvery, Math.max(0, whole - elapsed())))
      const held = await service.readHeld()
      const { rows } = await client.query(
        'select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      const sample = {
        ...held,
        heldBytes: held.heapBytes + held.bufferBytes,
        connections: Number(rows[0].count),
        backlog: await backlogOf(client),
      }
      samples.push({ ...sample, part: elapsed() / whole })
      if (elapsed() - printed < 60_000 && !isOver()) continue
      printed = elapsed()
      console.log(lineOf(sample, printed, bookings, use.requests()))
    }
  }
  const parts = [book(), beUsed(), watch()]
  // When one of them fails the others stop too, before what they use is gone.
  for (const part of parts) part.catch(() => broken.abort())
  const failed = (await Promise.allSettled(parts)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  const drained = await untilDone(client, 120)
  console.log(
    `${bookings} bookings and ${use.requests()} other requests in ${minutes} minutes, each answered as expected; ${await mail.countTaken()} mails, ${await receiver.countTaken()} messages; nothing was left ${drained.toFixed(1)} s later.`,
  )
  return samples
}

const lineOf = ({ heapBytes, bufferBytes, residentBytes, open, connections, backlog }, at, bookings, requests) =>
  [
    `${(at / 60_000).toFixed(1).padStart(5)} min`,
    `heap ${megabytes(heapBytes)} MB`,
    `buffers ${megabytes(bufferBytes)} MB`,
    `resident ${megabytes(residentBytes)} MB`,
    `${open} open`,
    `${connections} connections`,
    `${backlog} waiting`,
    `${bookings} bookings`,
    `${requests} requests`,
  ].join(', ')

ensurePackages()
await ensureBundle()
await runAndEnd(async () => {
  const judged = growthOfHeap(await soak(await prepare()))
  if (!judged) throw new Error('There are too few samples to say anything.')
  const percent = `${judged.growth < 0 ? '−' : '+'}${Math.abs(judged.growth * 100).toFixed(1)} %`
  console.log(
    `Held at least, after a full collection: ${megabytes(judged.first)} MB in the first quarter after warm-up, ${megabytes(judged.last)} MB in the last: ${percent}.`,
  )
  if (!judged.isFlat) {
    console.error('It grew by more than a tenth.')
    process.exitCode = 1
  }
}).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
