import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { postgresBinaries } from '../scripts/test/requirements.mjs'
import { fileIn, runForJson, startBareServer, startBookingLoad, startLoad, startService } from './processes.mjs'
import { measureRounds, median } from './rounds.mjs'
import { requestFor } from './speed.mjs'

const bookers = 16

/**
 * Bookings beside what PostgreSQL alone does with the same rows; and reads of what was booked, out of few and out of
 * many.
 */
export const measureBookings = async ({
  databaseUrl,
  filled: first,
  fillBookings,
  effort,
  rounds,
  milliseconds,
  connections,
  atEnd,
}) => {
  // The limit of bookings is per user, and all of these are by one: the limits are off.
  const settings = { ...first.settings, OPENSLOT_RATE_LIMITS: 'off' }
  const filled = await runForJson(fillBookings, { ...settings, BENCH_EVENTS: String(effort.bookings.events) })
  await prepareBookings(databaseUrl, filled)
  // Mail and messages are not on the way of a request: they are the work of another process, which comes later.
  const service = await startService(settings, atEnd, 'serve')
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  const bookings = await compareBookings({ service, databaseUrl, filled, effort: effort.bookings, atEnd })
  const reads = await measureReads({
    service,
    databaseUrl,
    filled,
    first,
    effort,
    rounds,
    milliseconds,
    connections,
    atEnd,
  })
  await service.stop()
  return { bookings, reads, events: effort.bookings.events }
}

/** What the script of pgbench needs: the hosts by number, and a fact as large as ours. */
const prepareBookings = (databaseUrl, { organization }) =>
  withClient(databaseUrl, async (client) => {
    await client.query(`
      create sequence bench_bookings;
      create table bench_fact (subject jsonb not null);
      create table bench_hosts as
        select row_number() over (order by types.id) - 1 as place, types.organization_id, types.id as event_type_id, types.owner_id as membership_id,
          (select id from organization_memberships as booker where booker.organization_id = types.organization_id and role = 'owner') as booker_id
        from event_types as types where types.organization_id = '${organization}';
      create unique index on bench_hosts (place);
      analyze bench_hosts`)
  })

/** In turn, on the same hosts: theirs are booked from 2036 on, ours from 2030. */
const compareBookings = async ({ service, databaseUrl, filled, effort, atEnd }) => {
  const milliseconds = effort.seconds * 1000
  const load = startBookingLoad(atEnd)
  const order = {
    port: service.port,
    token: filled.token,
    eventTypes: filled.eventTypes,
    from: Date.UTC(2030, 0, 1),
    connections: bookers,
    milliseconds,
  }
  await load.run({ ...order, milliseconds: effort.warmSeconds * 1000 })
  await withClient(databaseUrl, (client) =>
    client.query("insert into bench_fact select subject from facts where name = 'invitee.created' limit 1"),
  )
  await pgbench(databaseUrl, milliseconds)
  const figures = { ours: [], pgbench: [], perCpuSecond: [] }
  for (let round = 0; round < effort.rounds; round += 1) {
    const before = await service.read()
    const began = performance.now()
    const answers = await load.run(order)
    figures.ours.push((answers * 1000) / (performance.now() - began))
    figures.perCpuSecond.push((answers * 1e6) / ((await service.read()).cpuMicroseconds - before.cpuMicroseconds))
    figures.pgbench.push(await pgbench(databaseUrl, milliseconds))
  }
  const [ours, theirs, perCpuSecond] = [median(figures.ours), median(figures.pgbench), median(figures.perCpuSecond)]
  return { connections: bookers, ours, pgbench: theirs, perCpuSecond, ratio: ours / theirs, goal: 0.4 }
}

/** Transactions per second, connecting not counted. */
const pgbench = async (databaseUrl, milliseconds) => {
  const words = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(bookers),
    '-j',
    '2',
    '-T',
    String(Math.ceil(milliseconds / 1000)),
    '-f',
    fileIn('booking.pgbench.sql'),
  ]
  const child = spawn(join(postgresBinaries(), 'pgbench'), [...words, databaseUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const [code] = await once(child, 'close')
  const rate = Number(/tps = ([\d.]+)/.exec(printed)?.[1])
  if (code !== 0 || !(rate > 0) || /failed transactions: [1-9]/.test(printed))
    throw new Error(`pgbench ended with ${code}: ${printed}`)
  return rate
}

const measureReads = async ({
  service,
  databaseUrl,
  filled,
  first,
  effort,
  rounds,
  milliseconds,
  connections,
  atEnd,
}) => {
  const { settings, token, organization } = first
  const one = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'select id from scheduled_events where organization_id = $1 order by id limit 1',
      [organization],
    )
    return rows[0].id
  })
  const environment = {
    BENCH_DATABASE: databaseUrl,
    BENCH_BASE_URL: settings.OPENSLOT_BASE_URL,
    BENCH_ORGANIZATION: organization,
    BENCH_EVENT: one,
  }
  const bare = await startBareServer(environment, atEnd)
  await bare.untilReady(`http://127.0.0.1:${bare.port}/scheduled_events/${one}`)
  const list = (id, more = '') =>
    `/scheduled_events?organization=${encodeURIComponent(`${settings.OPENSLOT_BASE_URL}/organizations/${id}`)}&count=20${more}`
  const deep = await tokenOfPage(
    service.port,
    token,
    list(organization, '&sort=start_time:asc'),
    effort.bookings.deepPage,
  )
  const subjects = [
    { name: 'event bare', server: bare, path: `/scheduled_events/${one}`, token },
    { name: 'event ours', server: service, path: `/scheduled_events/${one}`, token },
    { name: 'page bare', server: bare, path: list(organization), token },
    { name: 'page ours', server: service, path: list(organization), token },
    { name: 'first page', server: service, path: list(organization, '&sort=start_time:asc'), token },
    { name: 'deep page', server: service, path: `/scheduled_events?page_token=${deep}&count=20`, token },
    {
      name: 'page of few',
      server: service,
      path: list(filled.organization, '&sort=start_time:asc'),
      token: filled.token,
    },
  ].map(({ name, server, path, token }) => ({ name, server, request: requestFor(path, token) }))
  const load = startLoad(atEnd)
  const figures = await measureRounds(subjects, load, { rounds, milliseconds, connections, warm: effort.warm })
  await bare.stop()
  const perCpuSecond = (name) => median(figures.get(name).map((figure) => figure.perCpuSecond))
  // Of the whole machine, the database included: what a deep page or a large table costs, it costs there.
  const perSecond = (name) => median(figures.get(name).map((figure) => figure.perSecond))
  const pair = (name, goal) => ({ name, bare: perCpuSecond(`${name} bare`), ours: perCpuSecond(`${name} ours`), goal })
  return {
    pairs: [pair('event', 0.6), pair('page', 0.8)].map((figure) => ({ ...figure, ratio: figure.ours / figure.bare })),
    deepPage: {
      page: effort.bookings.deepPage,
      first: perSecond('first page'),
      deep: perSecond('deep page'),
      cost: perSecond('first page') / perSecond('deep page'),
      goal: 1.2,
    },
    manyEvents: {
      few: perSecond('page of few'),
      many: perSecond('first page'),
      cost: perSecond('page of few') / perSecond('first page'),
      goal: 1.3,
    },
  }
}

/** By walking there, a hundred rows at a time. */
const tokenOfPage = async (port, token, path, page) => {
  let next = path.replace('count=20', 'count=100')
  for (let walked = 0; walked < page * 20; walked += 100) {
    const answer = await fetch(`http://127.0.0.1:${port}${next}`, { headers: { authorization: `Bearer ${token}` } })
    const { pagination } = await answer.json()
    if (!pagination?.next_page_token) throw new Error(`There is no page ${page}.`)
    next = `/scheduled_events?page_token=${pagination.next_page_token}`
  }
  return next.split('=')[1]
}

const withClient = async (connectionString, work) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
