import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capacityOf, readLoad } from '../../scripts/capacity.mjs'

const costs = {
  cpuMilliseconds: {
    booking: { service: 8, postgres: 4 },
    list: { service: 1, postgres: 2 },
    month: { service: 0.5, postgres: 0.5 },
  },
  kilobytes: { lasting: { one: 4, other: 1 }, passing: [{ what: 'mails', kilobytes: 10, days: 90 }] },
}

test('capacity: twice the load takes twice the cores and the disk; mails stop growing when the first are deleted', () => {
  const load = { bookings: 100, lists: 100, months: 200, peak: 4, years: 1, cores: 4 }
  const once = capacityOf(load, costs)
  assert.deepEqual([once.serviceCores, once.postgresCores], [2, 2])
  const twice = capacityOf({ ...load, bookings: 200, lists: 200, months: 400 }, costs)
  assert.deepEqual([twice.serviceCores, twice.postgresCores], [4, 3])
  assert.equal(twice.lastingGigabytes, once.lastingGigabytes * 2)
  assert.deepEqual(
    [once.serviceMachines, capacityOf({ ...load, bookings: 1000, cores: 2 }, costs).serviceMachines],
    [2, 9],
  )
  const later = capacityOf({ ...load, years: 2 }, costs)
  assert.equal(later.lastingGigabytes, once.lastingGigabytes * 2)
  assert.equal(later.passingGigabytes, once.passingGigabytes)
  assert.equal(Math.round(once.passingGigabytes), Math.round((25 * 86_400 * 10 * 90) / 1e6))
})

test('capacity: what is no number, and an option that is not there, are named', () => {
  assert.throws(() => readLoad([]), /^Error: --bookings-per-second takes a number/)
  assert.throws(() => readLoad(['--bookings-per-second=many']), /--bookings-per-second takes a number/)
  assert.throws(() => readLoad(['--booking', '1']), /Unknown option '--booking'/)
  assert.deepEqual(readLoad(['--bookings-per-second', '2', '--years=1']), {
    bookings: 2,
    lists: 10,
    months: 20,
    peak: 4,
    years: 1,
    cores: 4,
  })
})
