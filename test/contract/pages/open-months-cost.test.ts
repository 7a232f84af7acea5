// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aFounder } from '../../support/cast.ts'
import { countingDatabase, type Tally } from '../../support/counting-database.ts'
import { anEventType } from '../../support/event-types.ts'
import { Visitor } from '../../support/visitor.ts'

const tally: Tally = { reads: 0, writes: 0 }
const app = await testApp({ through: countingDatabase(tally) })

test('a month without open times costs two reads more than one with some, however many months can be booked', async () => {
  const host = await aFounder(app)
  const scheduling_rules = { booking_window: { type: 'unlimited' } }
  const open = await anEventType(app, host, { active: true, scheduling_rules })
  const full = await anEventType(app, host, {
    active: true,
    scheduling_rules: { ...scheduling_rules, minimum_notice: 0 },
  })
  const query = { event_type: full.uri }
  const [schedule] = (await app.ask('GET /event_type_availability_schedules', { token: host.token, query })).body
    .collection
  const rules = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((wday) => ({
    type: 'wday',
    wday,
    intervals: [],
  }))
  const body = { availability_rule: { type: 'available', timezone: schedule.timezone, rules } }
  assert.equal(
    (await app.ask('PATCH /event_type_availability_schedules', { token: host.token, query, body })).status,
    200,
  )

  const readsOf = async (id: string, month: string) => {
    const before = tally.reads
    const answer = await new Visitor(app).get(`/api/booking/event_types/${id}/months/${month}?timezone=Europe/Lisbon`, {
      headers: { accept: 'application/json' },
    })
    assert.equal(answer.status, 200, answer.text)
    return { reads: tally.reads - before, ...(JSON.parse(answer.text) as { openMonth: string | null; days: object }) }
  }
  const usual = await readsOf(open.id, '2026-03')
  assert.notDeepEqual(usual.days, {})
  const none = await readsOf(full.id, '2027-03')
  assert.deepEqual([none.days, none.openMonth], [{}, null])
  assert.ok(none.reads <= usual.reads + 2, `${none.reads} reads, and ${usual.reads}`)
})
