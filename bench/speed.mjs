import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { runForJson, startBareServer, startLoad, startService } from './processes.mjs'
import { measureRounds, median, spread } from './rounds.mjs'

export const connections = 32

const baseUrl = 'https://bench.test'

/** One organization with members and event types, and the settings of a service for it. */
export const fillDatabase = async ({ databaseUrl, dataFolder, fill, meetings }) => {
  const settings = {
    DATABASE_URL: databaseUrl,
    OPENSLOT_DATA: dataFolder,
    OPENSLOT_SECRET: randomBytes(32).toString('hex'),
    OPENSLOT_BASE_URL: baseUrl,
    OPENSLOT_RATE_LIMIT: '1000000000', // counted as always, and never reached
  }
  return {
    settings,
    ...(await runForJson(fill, { ...settings, BENCH_MEETINGS: String(meetings) })),
    at: performance.now(),
  }
}

/** Our service and the bare server on one PostgreSQL, each alone with the load in turn. */
export const measureSpeed = async ({
  databaseUrl,
  filled,
  verification: verify,
  effort,
  rounds,
  milliseconds,
  atEnd,
}) => {
  const { settings, token, organization, user, eventTypes } = filled
  const service = await startService(settings, atEnd)
  const bare = await startBareServer(
    { BENCH_DATABASE: databaseUrl, BENCH_BASE_URL: baseUrl, BENCH_ORGANIZATION: organization, BENCH_USER: user },
    atEnd,
  )
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  await bare.untilReady(`http://127.0.0.1:${bare.port}/users/me`)

  const page = `/organization_memberships?organization=${encodeURIComponent(`${baseUrl}/organizations/${organization}`)}&count=20`
  const pairs = [
    { name: 'GET /users/me', path: '/users/me', goal: 0.6 },
    { name: '20 rows of a list', path: page, goal: 0.8 },
  ]
  for (const { path } of pairs) await compareAnswers(service, bare, path, token)

  const load = startLoad(atEnd)
  const subjects = pairs.flatMap(({ name, path }) =>
    [bare, service].map((server) => ({
      name: `${name} ${server === bare ? 'bare' : 'ours'}`,
      server,
      request: requestFor(path, token),
    })),
  )
  subjects.push(
    ...openTimes(eventTypes).map(({ name, path }) => ({ name, server: service, request: requestFor(path, token) })),
  )
  const worstTimes = await measureWorst(service, eventTypes, token, effort.speed.worstRequests)
  const figures = await measureRounds(subjects, load, { rounds, milliseconds, connections, warm: effort.warm })
  const figuresOf = (name) => ({
    perCpuSecond: median(figures.get(name).map(({ perCpuSecond }) => perCpuSecond)),
    spread: spread(figures.get(name).map(({ perCpuSecond }) => perCpuSecond)),
    perSecond: median(figures.get(name).map(({ perSecond }) => perSecond)),
  })
  await Promise.all([service.stop(), bare.stop()])
  const verification = await runForJson(verify, {
    ...settings,
    BENCH_TOKEN: token,
    BENCH_CONNECTIONS: String(connections),
    BENCH_TIMES: String(effort.speed.verifications),
  })
  return {
    pairs: pairs.map(({ name, goal }) => paired(name, goal, figuresOf)),
    openTimes: { ...openTimesRatios(figuresOf), meetings: effort.fill.meetings },
    worstTimes,
    verification,
  }
}

/** A month of open times, beside the read of one type; and after many meetings beside after few. */
const openTimes = ({ few, many }) => [
  { name: 'one type', path: new URL(few).pathname },
  { name: 'open times, few', path: monthOf(few) },
  { name: 'open times, many', path: monthOf(many) },
]

export const monthOf = (eventType) => {
  const from = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000)
  const to = new Date(from.getTime() + 31 * 86_400_000)
  return `/event_type_available_times?event_type=${encodeURIComponent(eventType)}&start_time=${from.toISOString()}&end_time=${to.toISOString()}`
}

/** One request after the other for the type that is the most work, from its sending to the last byte of its answer. */
const measureWorst = async ({ port }, { worst }, token, worstRequests) => {
  const milliseconds = []
  let times = 0
  for (let request = 0; request < worstRequests; request += 1) {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${monthOf(worst)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.status, 200)
    times = (await answer.json()).collection.length
    milliseconds.push(performance.now() - began)
  }
  return { times, first: milliseconds[0], median: median(milliseconds), slowest: Math.max(...milliseconds), goal: 300 }
}

const openTimesRatios = (figuresOf) => {
  const [type, few, many] = ['one type', 'open times, few', 'open times, many'].map(
    (name) => figuresOf(name).perCpuSecond,
  )
  return { type, few, many, ratio: few / type, goal: 0.4, spreadByMeetings: Math.abs(many / few - 1), spreadGoal: 0.2 }
}

const paired = (name, goal, figuresOf) => {
  const bare = figuresOf(`${name} bare`)
  const ours = figuresOf(`${name} ours`)
  return { name, bare, ours, ratio: ours.perCpuSecond / bare.perCpuSecond, goal }
}

export const requestFor = (path, token) =>
  `GET ${path} HTTP/1.1\r\nHost: bench.test\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n\r\n`

/** Else it would be the speed of two different things. Only the links to other pages are ours alone. */
const compareAnswers = async (service, bare, path, token) => {
  const [ours, theirs] = await Promise.all(
    [service, bare].map(async ({ port }) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })).json(),
    ),
  )
  const { pagination, ...rest } = ours
  assert.deepEqual(rest, theirs)
}
