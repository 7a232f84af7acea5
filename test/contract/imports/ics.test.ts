import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importCalendarFile } from '#calendars/index.ts'
import { hoursOffered } from '../../support/calendars.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()

const fileOf = (...events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//',
    ...events.map((event, index) => `BEGIN:VEVENT\nUID:${index}@test\n${event}\nSUMMARY:Nobody’s business\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')

const at = (from: string, to: string): string => `DTSTART:20260305T${from}00Z\nDTEND:20260305T${to}00Z`

describe('a calendar file', () => {
  test('makes its member busy when its events are, and only then; another file takes its place', async () => {
    const person = await aFounder(app)
    const type = await anEventType(app, person, {
      active: true,
      duration: 60,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 60 },
    })
    const offered = () => hoursOffered(app, person, type, '2026-03-05')
    const all = await offered()
    const read = (calendar: string) => app.run(importCalendarFile, person.principal, { calendar })
    assert.ok(all.includes('09') && all.includes('14'), all.join())

    const first = await read(fileOf(at('0900', '1000'), `${at('1400', '1500')}\nRRULE:FREQ=DAILY;COUNT=3`))
    assert.deepEqual(first, { events: 2, busy_times: 4, until: (first as { until: string }).until })
    assert.deepEqual(
      await offered(),
      all.filter((hour) => hour !== '09' && hour !== '14'),
    )
    await read(fileOf(at('1100', '1200')))
    assert.deepEqual(
      await offered(),
      all.filter((hour) => hour !== '11'),
    )
    // Half of it must not make anybody free.
    await assert.rejects(read(fileOf(at('0900', '1000')).slice(0, -20)), /supplied parameters are invalid/)
    await assert.rejects(read('Good day'), /supplied parameters are invalid/)
    assert.ok(!(await offered()).includes('11'))
    await read(fileOf())
    assert.deepEqual(await offered(), all)
  })
})
