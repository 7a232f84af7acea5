import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findZone } from '#platform/time/zones.ts'
import { expandItems, type LookBudget, newLookBudget } from './busy-times.ts'
import type { Clock } from './icalendar/clock.ts'
import type { Expansion } from './icalendar/occurrences.ts'
import { readItem } from './icalendar/read-item.ts'

const window = { start: Date.parse('2026-10-01T00:00Z'), end: Date.parse('2026-12-01T00:00Z') }
const expansion: Expansion = { clock: findZone('UTC') as Clock, window, countsTentative: true }

const item = async (key: string, lines: string) => {
  const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${key}\nDURATION:PT1H\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`
  return { key, etag: '', events: (await readItem(text, new Set())).events }
}
const single = (key: string) => item(key, 'DTSTART:20261103T090000Z')
const expand = async (items: ReturnType<typeof item>[], budget: LookBudget, own = new Set<string>()) =>
  expandItems(await Promise.all(items), expansion, own, budget)

describe('what a look may cost', () => {
  test('an item that is too much work, or cannot be read, is busy from its start on, and the others are not', async () => {
    const all = [item('endless', 'DTSTART:20261102T000000Z\nRRULE:FREQ=SECONDLY'), item('bad', 'DTSTART:20261102T000000Z\nRRULE:FREQ=NEVER'), single('one')]
    const [endless, bad, one] = await expand(all, newLookBudget())
    const rest = [{ start: Date.parse('2026-11-02T00:00Z'), end: window.end }]
    assert.deepEqual([endless?.isOpaque, endless?.spans], [true, rest])
    assert.deepEqual([bad?.isOpaque, bad?.spans], [true, rest])
    assert.deepEqual([one?.isOpaque, one?.spans.length], [false, 1])
  })

  for (const [what, less] of Object.entries({ spans: { spans: 12 }, milliseconds: { milliseconds: 0 } })) {
    test(`items that are left when all together used up their ${what} are busy at all times, never free`, async () => {
      const budget = { ...newLookBudget(), ...less }
      const expanded = await expand(
        [item('ten', 'DTSTART:20261102T000000Z\nRRULE:FREQ=DAILY;COUNT=10'), single('two'), single('three'), single('four')],
        budget,
      )
      assert.deepEqual(
        expanded.map(({ isOpaque }) => isOpaque),
        what === 'spans' ? [false, false, false, true] : [true, true, true, true],
      )
      assert.deepEqual(expanded.at(-1)?.spans, [window])
    })
  }

  test('a meeting of ours counts nothing, whatever is left', async () => {
    const one = single('one')
    const [expanded] = await expand([one], { milliseconds: 0, spans: 0 }, new Set((await one).events.map(({ uid }) => uid)))
    assert.deepEqual([expanded?.isOpaque, expanded?.spans], [false, []])
  })
})
