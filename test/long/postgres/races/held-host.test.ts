// seconds: 7
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { aMember } from '../../../support/cast.ts'
import { aType, booking, figures, open, slot, startWorld, tally, times, type World } from '../../../support/races.ts'

let world: World

before(async () => {
  world = await startWorld({ servers: 1 })
})
after(() => world?.stop())

test('D6: while one host is locked for long, others are booked; who wants that one gets a 503', async () => {
  const held = await aMember(world.app, world.owner)
  const other = await aMember(world.app, world.owner)
  const rules = { duration: 5, ...open({ start_time_increment: 5 }) }
  const [heldType, otherType] = await Promise.all([aType(world, held, rules), aType(world, other, rules)])
  const holder = new pg.Client({ connectionString: world.url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(hashtextextended($1::text, 0))', [held.membershipId])
  try {
    // Fewer than the server has connections.
    const waiting = Promise.all(times(6, (index) => world.send(0, booking(heldType, slot(index, 5), held))))
    const began = performance.now()
    const others = []
    for (const index of times(30, (one) => one))
      others.push(await world.send(0, booking(otherType, slot(index, 5), other)))
    figures('D6, other hosts', others, (performance.now() - began) / 1000)
    assert.deepEqual(tally(others), { '200': 30 })
    const replies = await waiting
    figures('D6, the host who is locked', replies, (performance.now() - began) / 1000)
    for (const { status, headers } of replies)
      assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true])
  } finally {
    await holder.end()
  }
  assert.equal((await world.send(0, booking(heldType, slot(0, 5), held))).status, 200, 'and then it is served')
  await world.check()
})

test('D6: with more waiting for one host than there are connections, others are booked all the same, and who waits is refused in time', async () => {
  const held = await aMember(world.app, world.owner)
  const other = await aMember(world.app, world.owner)
  const rules = { duration: 5, ...open({ start_time_increment: 5 }) }
  const [heldType, otherType] = await Promise.all([aType(world, held, rules), aType(world, other, rules)])
  const holder = new pg.Client({ connectionString: world.url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(hashtextextended($1::text, 0))', [held.membershipId])
  try {
    const agentless = times(25, (index) => fetchBooking(world, booking(heldType, slot(index, 5), held)))
    const began = performance.now()
    const others = await Promise.all(
      times(5, (index) => fetchBooking(world, booking(otherType, slot(index, 5), other))),
    )
    console.log(
      `D6, 25 wait for one host: five others after ${(performance.now() - began).toFixed(0)} ms: ${others.join(', ')}`,
    )
    const statuses = await Promise.all(agentless)
    console.log(
      `D6, those who waited: ${JSON.stringify(statuses.reduce<Record<number, number>>((counts, status) => Object.assign(counts, { [status]: (counts[status] ?? 0) + 1 }), {}))}`,
    )
    assert.deepEqual(
      statuses.filter((status) => status !== 503),
      [],
    )
    assert.deepEqual(others, [200, 200, 200, 200, 200])
  } finally {
    await holder.end()
  }
  const afterwards = await Promise.all(
    times(5, (index) =>
      fetchBooking(world, booking(index % 2 ? otherType : heldType, slot(20 + index, 5), world.owner)),
    ),
  )
  assert.deepEqual(afterwards, [200, 200, 200, 200, 200])
})

/** Over a connection of its own. */
const fetchBooking = async ({ servers }: World, { token, body }: ReturnType<typeof booking>): Promise<number> => {
  const answer = await fetch(`${servers[0]?.address}/invitees`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}
