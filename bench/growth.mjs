import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { cpuOf, postmasterOf } from './postgres-cpu.mjs'
import { runForJson, startBookingLoad, startLoad, startService } from './processes.mjs'
import { median } from './rounds.mjs'
import { monthOf, requestFor } from './speed.mjs'
import { untilDone } from './whole-cost.mjs'

const connections = 16
const baseUrl = 'https://bench.test'
const few = 10
const goal = 1.3

/**
 * What a request costs where there are many organizations of twenty members, beside few: CPU time of the service and of
 * PostgreSQL. The requests go round among some hundred organizations, in turn on both databases. A booking is measured
 * with all that follows from it. With `facts`, the many have a history of so many facts, and of a tenth as many mails
 * that were sent.
 */
export const measureGrowth = async ({ postgres, dataFolder, fill, facts, effort, rounds, milliseconds, atEnd }) => {
  const many = effort.growth.organizations
  const load = startLoad(atEnd)
  const sides = []
  for (const count of [few, many]) {
    const began = performance.now()
    const history = count === many ? facts : 0
    sides.push({
      ...(await aSide({ count, history, postgres, dataFolder, fill, atEnd })),
      fillSeconds: (performance.now() - began) / 1000,
    })
  }
  const subjects = [
    { name: 'one user', run: (side) => ask(load, side, () => '/users/me', milliseconds) },
    { name: 'a list of 20 members', run: (side) => ask(load, side, listOf, milliseconds) },
    {
      name: 'a month of open times',
      run: (side) => ask(load, side, ({ usualType }) => monthOf(usualType), milliseconds),
    },
    { name: 'a booking with all that follows', run: (side) => side.book(milliseconds * 2) },
  ]
  const rows = []
  for (const { name, run } of subjects) {
    for (const side of sides)
      for (let warm = 0; warm < effort.warm.seconds; warm += (milliseconds * 2) / 1000) await run(side)
    const costs = sides.map(() => [])
    for (let round = 0; round < rounds; round += 1)
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
        costs[index].push(await costOf(sides[index], () => run(sides[index])))
    const [inFew, inMany] = costs.map((each) => median(each))
    rows.push({ name, few: inFew, many: inMany, ratio: inMany / inFew })
  }
  for (const side of sides) await side.service.stop()
  return { few, many, facts, members: 20, fillSeconds: sides[1].fillSeconds, rows, goal }
}

const aSide = async ({ count, history, postgres, dataFolder, fill, atEnd }) => {
  const databaseUrl = await postgres.createDatabase(`organizations_${count}`)
  const settings = {
    DATABASE_URL: databaseUrl,
    OPENSLOT_DATA: dataFolder,
    OPENSLOT_SECRET: randomBytes(32).toString('hex'),
    OPENSLOT_BASE_URL: baseUrl,
    OPENSLOT_RATE_LIMITS: 'off',
  }
  const { callers } = await runForJson(fill, {
    ...settings,
    BENCH_ORGANIZATIONS: String(count),
    BENCH_FACTS: String(history),
  })
  const service = await startService(settings, atEnd)
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  const bookings = startBookingLoad(atEnd)
  const order = {
    port: service.port,
    tokens: callers.map(({ token }) => token),
    eventTypes: callers.map(({ eventType }) => eventType),
    from: Date.UTC(2030, 0, 1),
    connections,
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  atEnd(() => client.end())
  const book = async (milliseconds) => {
    const answers = await bookings.run({ ...order, milliseconds })
    await untilDone(client, 60)
    return answers
  }
  return { callers, service, book, postmaster: await postmasterOf(client) }
}

const listOf = ({ organization }) =>
  `/organization_memberships?organization=${encodeURIComponent(`${baseUrl}/organizations/${organization}`)}&count=20`

const ask = (load, { service, callers }, pathOf, milliseconds) =>
  load.run({
    port: service.port,
    request: callers.map((caller) => requestFor(pathOf(caller), caller.token)),
    connections,
    milliseconds,
  })

/** Microseconds of both for an answer. */
const costOf = async ({ service, postmaster }, run) => {
  const used = async () => (await service.read()).cpuMicroseconds + cpuOf(postmaster)
  const before = await used()
  const answers = await run()
  return ((await used()) - before) / answers
}
