import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workingHours } from '#availability/index.ts'
import { newSettings } from './event-type.ts'
import type { Host } from './host.ts'
import { openingsOf } from './openings.ts'
import { type ShareTerms, underTerms } from './terms.ts'

const host: Host = {
  id: 'host',
  membershipId: 'member',
  userId: 'user',
  priority: 0,
  timezone: 'UTC',
  rules: workingHours,
  schedule: null,
}
const settings = {
  ...newSettings({ name: 'Intro call' }, { slug: 'intro-call', position: 0, pooling: null, kind: 'solo' }),
  active: true,
}
const eventType = { ...settings, id: 'type', deletedAt: null, isPayable: true }
const whole = { eventType, hosts: [host], taken: [] }

const terms: ShareTerms = {
  name: 'For you alone',
  duration: 60,
  durationOptions: [45, 60],
  window: { type: 'fixed', days: null, start_date: '2026-06-06', end_date: '2026-06-06' },
  minimumNotice: 90,
  locations: [{ kind: 'custom', location: 'The bench' }],
  hideLocation: true,
  hours: {
    timezone: 'Europe/Berlin',
    rules: [{ type: 'wday', wday: 'saturday', intervals: [{ from: '10:00', to: '12:00' }] }],
  },
}

test('a link offers its terms, and otherwise the settings of its type', () => {
  const shared = underTerms(whole, terms)
  const { name, duration, durationOptions, locations, rules, ...rest } = shared.eventType
  assert.deepEqual(
    { name, duration, durationOptions, locations },
    { name: 'For you alone', duration: 60, durationOptions: [45, 60], locations: terms.locations },
  )
  assert.deepEqual(rules, { ...eventType.rules, booking_window: terms.window, minimum_notice: 90 })
  const { name: _, duration: __, durationOptions: ___, locations: ____, rules: _____, ...own } = eventType
  assert.deepEqual(rest, own)
  assert.deepEqual(shared.hosts, [{ ...host, ...terms.hours }])
})

test('a plain link offers its type as it is', () => assert.equal(underTerms(whole, null), whole))

test('openings of a link follow its hours, time zone and dates', () => {
  const span = { start: Date.parse('2026-06-01T00:00Z'), end: Date.parse('2026-06-30T00:00Z') }
  const now = Date.parse('2026-05-20T00:00Z')
  const starts = openingsOf(underTerms(whole, terms), span, now).map(({ start }) => new Date(start).toISOString())
  assert.deepEqual(starts, ['2026-06-06T08:00:00.000Z', '2026-06-06T08:30:00.000Z', '2026-06-06T09:00:00.000Z'])
})
