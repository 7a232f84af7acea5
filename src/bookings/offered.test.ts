// seconds: 3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookupSpanOf, openingsOf } from '#event-types/index.ts'
import {
  aRandomBookable,
  day,
  minute,
  type RandomBookable,
  randomFrom,
  takenWithin,
} from '../../test/support/random-bookables.ts'
import { sized } from '../../test/support/sized.ts'
import { planBooking } from './booking.ts'

const planAt = ({ eventType, hosts, taken, now }: RandomBookable, start: number) => {
  const looked = takenWithin(taken, lookupSpanOf(eventType, { start, end: start + 1 }))
  return planBooking(
    { eventType, hosts, areHostsBusy: false },
    { taken: looked, assigned: new Map() },
    { startsAt: new Date(start), location: undefined, duration: undefined },
    new Date(now),
    { id: 'new', random: () => 'random' },
  )
}

const samplesPerCase = 40

const instants = sized(2_000, 10_000)

test(`A11: ${instants} instants: each is offered and can be booked, or neither`, () => {
  const random = randomFrom(20260302)
  const counts = { offered: 0, refused: 0 }
  for (let round = 0; counts.offered + counts.refused < instants; round += 1) {
    const one = aRandomBookable(random)
    const span = { start: one.from, end: one.from + 7 * day }
    const openings = openingsOf(
      { ...one, taken: takenWithin(one.taken, lookupSpanOf(one.eventType, span)) },
      span,
      one.now,
    ).map(({ start }) => start)
    const offered = new Set(openings)
    const near = (): number =>
      (openings.length > 0 ? random.oneOf(openings) : one.from) +
      random.oneOf([0, 0, 0, 0, 0, 0, 1, -1, 5, -5, 15, 30, 60, -60]) * minute
    for (let sample = 0; sample < samplesPerCase; sample += 1) {
      const start = random.below(5) === 0 ? one.from + random.below(7 * 288) * 5 * minute : near()
      if (start < span.start || start >= span.end) continue
      const plan = planAt(one, start)
      assert.equal(
        plan !== undefined,
        offered.has(start),
        `round ${round}: ${new Date(start).toISOString()} ${offered.has(start) ? 'is offered' : 'is not'}: ${JSON.stringify(one)}`,
      )
      counts[plan ? 'offered' : 'refused'] += 1
      if (!plan || plan.joins) continue
      const own = new Set(plan.hosts.map(({ membershipId }) => membershipId))
      const { bufferedFrom, bufferedTo } = plan.meeting
      const inTheWay = one.taken.filter(
        (taken) => own.has(taken.membershipId) && taken.start < bufferedTo && taken.end > bufferedFrom,
      )
      assert.deepEqual(inTheWay, [], 'what is booked overlaps nothing')
    }
  }
  console.log(`A11: ${JSON.stringify(counts)}`)
  assert.ok(Math.min(counts.offered, counts.refused) > instants / 5, 'both kinds were tried')
})
