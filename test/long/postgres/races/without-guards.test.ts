// seconds: 12
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aMember } from '../../../support/cast.ts'
import { brokenInvariants } from '../../../support/invariants.ts'
import { aSharedType, aType, booking, open, slot, startWorld, tally, timed, times } from '../../../support/races.ts'

// The constraint on their hosts' time keeps bookings apart; the lock on each host keeps what depends on other bookings,
// such as seats, and deadlocks away. Here one is taken away, or both, and the races of this folder find what they look
// for.

/** What PostgreSQL finds before its own function of that name, when it searches here first. */
const withoutLocks = `
  create function public.pg_advisory_xact_lock(bigint) returns void language sql as 'select';
  do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$;`
const withoutConstraint = `
  alter table taken_spans drop constraint taken_spans_no_overlap, drop constraint taken_spans_pkey;
  drop index scheduled_events_joined;`

const slots = 6

/** A1 and A3, small: what was answered, and which invariants are broken. */
const raceIn = async (name: string, sabotage: string) => {
  const world = await startWorld({ servers: 2, sabotage })
  const [single, many] = await Promise.all([aMember(world.app, world.owner), aMember(world.app, world.owner)])
  const type = await aType(world, single, { duration: 5, ...open({ start_time_increment: 5 }) })
  const group = await aSharedType(world, 'group', [many], {
    duration: 15,
    seats: 7,
    ...open({ start_time_increment: 15 }),
  })
  const all = times(slots * 20, (place) => [
    booking(type, slot(Math.floor(place / 20), 5), single),
    booking(group, slot(Math.floor(place / 20), 15), many),
  ])
  const replies = await timed(name, world, all.flat())
  const broken = new Set((await brokenInvariants(world.app.context.database.reader)).map(({ invariant }) => invariant))
  const own = tally(replies.filter((_, index) => index % 2 === 0))
  const seated = tally(replies.filter((_, index) => index % 2 === 1))
  console.log(
    `${name}: ${own['200']} bookings of ${slots} times, ${seated['200']} seats of ${slots * 7}; broken: ${[...broken].join(', ') || 'nothing'}; ${await world.deadlocks()} deadlocks`,
  )
  await world.stop()
  return { own, seated, broken: [...broken] }
}

describe('without its guards', () => {
  test('the lock alone keeps seats, but times are booked twice, and the check says so', async () => {
    const { own, seated, broken } = await raceIn('no constraint', withoutConstraint)
    assert.equal(seated['200'], slots * 7)
    assert.ok((own['200'] ?? 0) > slots, 'more bookings than times')
    assert.deepEqual(broken, ['I1'])
  })

  test('the constraint alone keeps bookings apart, and no caller sees the deadlocks', async () => {
    const { own, seated, broken } = await raceIn('no locks', withoutLocks)
    assert.deepEqual([own['200'], broken], [slots, []])
    // Who joins a meeting that is just being made is refused as filled, so some seats may stay free.
    assert.ok((seated['200'] ?? 0) <= slots * 7)
  })

  test('without both, times and seats are booked twice, and the check says so', async () => {
    const { own, broken } = await raceIn('neither', withoutConstraint + withoutLocks)
    assert.ok((own['200'] ?? 0) > slots, 'more bookings than times')
    assert.ok(broken.includes('I1') && broken.includes('I3'), `broken: ${broken}`)
  })
})
