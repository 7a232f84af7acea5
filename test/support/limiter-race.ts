import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { Order, Outcome } from './limiter-process.ts'
import { openProgram } from './programs.ts'

const processes = 4
const limit = 500
const takes = 3000
const seconds = 60

/**
 * I1: four processes on one store, 3,000 requests each, all at once: as many pass as the limit says, and not one more.
 */
export const raceOnOneWindow = async (t: TestContext, store: 'postgres' | 'redis', url: string): Promise<void> => {
  const program = openProgram('test/support/limiter-process.ts')
  t.after(() => program.close())
  const servers = Array.from({ length: processes }, () => program.start(store, url))
  await Promise.all(servers.map((server) => server.hear()))

  const order: Order = { key: randomUUID(), limit, seconds, takes, atOnce: 16 }
  const outcomes = servers.map((server) => server.hear<Outcome>())
  const began = performance.now()
  for (const server of servers) server.send(order)
  const reports = await Promise.all(outcomes)
  t.diagnostic(
    `${processes} processes, ${processes * takes} requests: ${Math.round(performance.now() - began)} ms; passed: ${reports.map(({ allowed }) => allowed).join(' + ')}`,
  )

  assert.equal(
    reports.reduce((sum, { failed }) => sum + failed, 0),
    0,
    'the store answered every time',
  )
  assert.equal(
    reports.reduce((sum, { allowed }) => sum + allowed, 0),
    limit,
  )
  for (const { remaining } of reports) {
    assert.equal(remaining.length, takes)
    assert.ok(
      remaining.every((left, index) => index === 0 || left <= (remaining[index - 1] as number)),
      'remaining never rises',
    )
  }
  const first = reports.find(({ remaining }) => remaining[0] === limit - 1)?.ends[0]
  assert.ok(first !== undefined, 'one request was first')
  const ends = reports.flatMap((outcome) => outcome.ends)
  assert.ok(
    ends.every((end) => Math.abs(end - first) <= 1000),
    'reset is true within a second',
  )
}
