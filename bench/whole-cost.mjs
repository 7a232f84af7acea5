import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../scripts/ready.mjs'
import { measureAnswers } from './answers.mjs'
import { cpuOf, postmasterOf } from './postgres-cpu.mjs'
import { runForJson, startPacedLoad, startService, startSink } from './processes.mjs'

/** What one booking costs is measured at this rate. */
const costRate = 50

/** A service that has run for a while is compiled. */
const warmRate = 100

/**
 * What a booking costs with all that follows from it: the answer, two mails through an SMTP server, a webhook, the log,
 * reminders. CPU time of the service and of PostgreSQL until nothing is left to do; and the highest rate at which
 * nothing is left a second after the load has ended.
 */
export const measureWholeCost = async ({ postgres, fillNew, fillBookings, effort, atEnd }) => {
  const mail = await startSink('smtp-sink.mjs', [], atEnd)
  const receiver = await startSink('receiver.mjs', ['answering'], atEnd)
  const first = await fillNew('whole')
  const { settings } = first
  const databaseUrl = settings.DATABASE_URL
  const own = {
    ...settings,
    OPENSLOT_RATE_LIMITS: 'off',
    OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    OPENSLOT_MAIL_FROM: 'Openslot <openslot@bench.test>',
  }
  const filled = await runForJson(fillBookings, { ...own, BENCH_EVENTS: String(effort.events) })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // What the bench itself asks is not among the scans that it counts.
  await client.query('set enable_seqscan = off')
  atEnd(() => client.end())
  const service = await startService(own, atEnd)
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  await subscribe(service, filled, settings.OPENSLOT_BASE_URL, `http://127.0.0.1:${receiver.port}/`)
  const meters = {
    service,
    client,
    postmaster: await postmasterOf(client),
    statements: await statementsOf(postgres, databaseUrl, atEnd),
  }
  const load = startPacedLoad(atEnd)
  const order = { port: service.port, token: filled.token, from: Date.UTC(2030, 0, 1), connections: 16 }
  const many = { ...order, eventTypes: filled.eventTypes.slice(1) }
  const one = { ...order, eventTypes: filled.eventTypes.slice(0, 1), from: Date.UTC(2031, 0, 1) }
  await load({ ...many, rate: warmRate, seconds: effort.warmSeconds })
  await untilDone(client, 30)
  const cost = await costOf(meters, () => load({ ...many, rate: costRate, seconds: effort.costSeconds }))
  const functions = await profileOf(service, client, () =>
    load({ ...many, rate: costRate, seconds: effort.profileSeconds }),
  )
  const sustained = {
    many: await highestRate(meters, load, many, effort),
    one: await highestRate(meters, load, one, effort),
  }
  await service.stop()
  const booking = { ...many, from: Date.UTC(2032, 0, 1) }
  const answers = await measureAnswers({
    settings: own,
    filled,
    first,
    postmaster: meters.postmaster,
    booking,
    rounds: effort.answerRounds,
    atEnd,
  })
  return { cost, functions, sustained, answers, goals: { milliseconds: 12, many: 300, one: 200 } }
}

export const subscribe = async (service, { token, organization }, baseUrl, url, events = ['invitee.created']) => {
  const answer = await fetch(`http://127.0.0.1:${service.port}/webhook_subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url,
      events,
      organization: `${baseUrl}/organizations/${organization}`,
      scope: 'organization',
    }),
  })
  if (answer.status !== 201) throw new Error(`There is no subscription: ${answer.status} ${await answer.text()}`)
}

const costOf = async ({ service, client, postmaster, statements }, work) => {
  await statements?.reset()
  const before = {
    node: (await service.read()).cpuMicroseconds,
    postgres: cpuOf(postmaster),
    scans: await scansOf(client),
  }
  const { answers, p50, p99 } = await work()
  const answered = { node: (await service.read()).cpuMicroseconds }
  const drainSeconds = await untilDone(client, 60)
  const node = (await service.read()).cpuMicroseconds
  const after = await scansOf(client)
  return {
    answers,
    p50,
    p99,
    drainSeconds,
    node: (node - before.node) / 1000 / answers,
    nodeDuringLoad: (answered.node - before.node) / 1000 / answers,
    postgres: (cpuOf(postmaster) - before.postgres) / 1000 / answers,
    scans: Object.fromEntries(
      Object.entries(after).map(([table, count]) => [table, count - (before.scans[table] ?? 0)]),
    ),
    statements: await statements?.top(answers),
  }
}

/** Where the time of the service goes, by function; the whole profile is for the developer tools of a browser. */
const profileOf = async (service, client, work) => {
  await service.startProfile()
  const { answers } = await work()
  await untilDone(client, 60)
  const profile = await service.stopProfile()
  const file = join(root, 'dist', 'whole-cost.cpuprofile')
  writeFileSync(file, JSON.stringify(profile))
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map()
  for (const [index, id] of profile.samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id)
    if (functionName === '(idle)') continue
    const name = `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}${url ? `:${lineNumber + 1}` : ''}`
    times.set(name, (times.get(name) ?? 0) + profile.timeDeltas[index])
  }
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, 25)
  return { file, top: top.map(([name, time]) => ({ name, microseconds: time / answers })) }
}

/** The rates are tried until one is more than can be sustained. */
const highestRate = async ({ service, client, postmaster }, load, order, { rates, rateSeconds: seconds }) => {
  let best = { rate: 0 }
  const cpuMilliseconds = async () => ((await service.read()).cpuMicroseconds + cpuOf(postmaster)) / 1000
  for (const rate of rates) {
    const before = await cpuMilliseconds()
    const { answers, seconds: took, p99 } = await load({ ...order, rate, seconds })
    await pause(1000)
    const left = await backlogOf(client)
    const isSustained = left === 0 && took < seconds + 1
    await untilDone(client, 120)
    if (isSustained) best = { rate, answers, p99, milliseconds: ((await cpuMilliseconds()) - before) / answers }
    if (!isSustained) return { ...best, refused: { rate, left, seconds, took } }
  }
  return best
}

/** Facts and jobs that wait. */
export const backlogOf = async (client) => {
  const { rows } = await client.query(`
    select (select count(*) from facts where announce_at is not null) + (select count(*) from jobs where run_at <= now()) as waiting`)
  return Number(rows[0].waiting)
}

/** How many seconds it takes until nothing waits. */
export const untilDone = async (client, maxSeconds) => {
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  while ((await backlogOf(client)) > 0) {
    if (elapsed() > maxSeconds) throw new Error(`Work was left after ${maxSeconds} s.`)
    await pause(100)
  }
  return elapsed()
}

const scansOf = async (client) => {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    "select relname, seq_scan from pg_stat_user_tables where relname in ('jobs', 'mails', 'facts', 'webhook_deliveries')",
  )
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
}

/** What each statement costs, where the server has pg_stat_statements. */
const statementsOf = async ({ superUrl }, databaseUrl, atEnd) => {
  if (!superUrl) return undefined
  const client = new pg.Client({
    connectionString: Object.assign(new URL(superUrl), { pathname: new URL(databaseUrl).pathname }).href,
  })
  await client.connect()
  atEnd(() => client.end())
  try {
    await client.query('create extension if not exists pg_stat_statements')
  } catch {
    return undefined
  }
  return {
    reset: () => client.query('select pg_stat_statements_reset()'),
    top: async (answers) => {
      const { rows } = await client.query(`
        select query, calls, total_exec_time + total_plan_time as milliseconds from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database()) order by 3 desc limit 15`)
      return rows.map(({ query, calls, milliseconds }) => ({
        text: query.replace(/\s+/g, ' ').trim().slice(0, 90),
        calls: Number(calls) / answers,
        microseconds: (milliseconds * 1000) / answers,
      }))
    },
  }
}
