import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runForJson, startBookingLoad, startLoad, startService } from './processes.mjs'
import { measureRounds, median } from './rounds.mjs'
import { monthOf, requestFor } from './speed.mjs'

const connections = 16
const baseUrl = 'https://bench.test'

/**
 * What `npm start` gives without any setting: requests a second, with all that follows from them in the same process.
 */
export const measureEmbedded = async ({ folder, fill, effort, rounds, milliseconds, atEnd }) => {
  const dataFolder = join(folder, 'embedded-filled')
  mkdirSync(dataFolder, { mode: 0o700 })
  const settings = {
    OPENSLOT_DATA: dataFolder,
    OPENSLOT_SECRET: randomBytes(32).toString('hex'),
    OPENSLOT_BASE_URL: baseUrl,
    OPENSLOT_RATE_LIMITS: 'off',
  }
  const { callers } = await runForJson(fill, {
    ...settings,
    BENCH_ORGANIZATIONS: '1',
    BENCH_MEETINGS: String(effort.embedded.meetings),
  })
  const [{ token, organization, eventType, usualType, sharedType }] = callers
  const service = await startService(settings, atEnd)
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  const list = `/scheduled_events?organization=${encodeURIComponent(`${baseUrl}/organizations/${organization}`)}&count=20`
  const reads = [
    { name: 'reads of one user', path: '/users/me', goal: 1_434 },
    { name: 'lists of 20 meetings', path: list, goal: 593 },
    { name: 'months of open times', path: monthOf(usualType), goal: 806 },
  ]
  const subjects = reads.map(({ name, path }) => ({ name, server: service, request: requestFor(path, token) }))
  const figures = await measureRounds(subjects, startLoad(atEnd), {
    rounds,
    milliseconds,
    connections,
    warm: effort.embedded.warm,
  })
  const beside = await measureBeside(service, token, {
    work: monthOf(sharedType),
    seconds: effort.embedded.besideSeconds,
  })
  const load = startBookingLoad(atEnd)
  const order = {
    port: service.port,
    token,
    eventTypes: [eventType],
    from: Date.UTC(2030, 0, 1),
    connections,
    milliseconds: effort.embedded.bookingSeconds * 1000,
  }
  await load.run(order)
  const booked = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    booked.push(((await load.run(order)) * 1000) / (performance.now() - began))
  }
  await service.stop()
  return {
    connections,
    beside,
    rows: [
      ...reads.map(({ name, goal }) => ({
        name,
        perSecond: median(figures.get(name).map(({ perSecond }) => perSecond)),
        goal,
      })),
      { name: 'bookings of one host', perSecond: median(booked), goal: 137 },
    ],
  }
}

/** How long one read after the other takes while one month of ten hosts after the other is computed. */
const measureBeside = async ({ port }, token, { work, seconds }) => {
  const end = performance.now() + seconds * 1000
  const timesOf = async (path) => {
    const milliseconds = []
    while (performance.now() < end) {
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      milliseconds.push(performance.now() - began)
    }
    return milliseconds.sort((a, b) => a - b)
  }
  const [reads, months] = await Promise.all([timesOf('/users/me'), timesOf(work)])
  return {
    reads: reads.length,
    p50: median(reads),
    p99: reads[Math.floor(reads.length * 0.99)],
    slowest: reads.at(-1),
    month: median(months),
    goal: 50,
  }
}
