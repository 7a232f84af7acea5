import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWanted, spanOfAll, type Waiting } from './waiting-list.ts'

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 3, hour))
const waiting = (more: Partial<Waiting> = {}): Waiting => ({
  id: 'x',
  booking: {},
  wantedFrom: at(9),
  wantedUntil: at(12),
  createdAt: at(0),
  offered: [],
  ...more,
})
const openings = [8, 10, 11, 12].map((hour) => ({ start: at(hour).getTime() }))

test('a wanted time is within the wanted days, and was not offered before', () => {
  assert.equal(firstWanted(waiting(), openings), at(10).getTime())
  assert.equal(firstWanted(waiting({ offered: [at(10)] }), openings), at(11).getTime())
  assert.equal(firstWanted(waiting({ offered: [at(10), at(11)] }), openings), undefined)
  assert.equal(firstWanted(waiting({ wantedFrom: at(12), wantedUntil: at(13) }), openings), at(12).getTime())
})

test('times are looked for from now on, until the last wanted day ends', () => {
  const span = spanOfAll([waiting(), waiting({ wantedFrom: at(6), wantedUntil: at(20) })], at(7))
  assert.deepEqual(span, { start: at(7).getTime(), end: at(20).getTime() })
})
