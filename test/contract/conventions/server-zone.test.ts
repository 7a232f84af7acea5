import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { takeTime } from '../../support/taken-time.ts'

const app = await testApp()
const { owner } = await aCast(app)
const own = process.env.TZ
after(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

test('H4: the answers do not depend on the time zone of the server, also across clock changes', async () => {
  const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York']
  const types = await Promise.all(
    zones.map((timezone) => anEventType(app, owner, { active: true, timezone, scheduling_rules: { max_per_day: 3 } })),
  )
  await takeTime(app, owner, '2026-03-30T09:00:00Z', '2026-03-30T10:00:00Z')
  const answers = async (): Promise<string[]> => {
    const asked = types.map(({ uri: event_type }) => ({
      event_type,
      start_time: '2026-03-06T00:00:00Z',
      end_time: '2026-04-06T00:00:00Z',
    }))
    const times = await Promise.all(
      asked.map((query) => app.ask('GET /event_type_available_times', { token: owner.token, query })),
    )
    const week = { user: owner.uri, start_time: '2026-03-28T00:00:00+05:30', end_time: '2026-04-03T00:00:00Z' }
    return [
      ...times,
      await app.ask('GET /user_busy_times', { token: owner.token, query: week }),
      await app.ask('GET /users/me', { token: owner.token }),
    ].map(({ text }) => text)
  }
  const offsets = new Set<number>()
  const seen = new Set<string>()
  for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    process.env.TZ = zone
    offsets.add(new Date(2026, 6, 1).getTimezoneOffset())
    seen.add(JSON.stringify(await answers()))
  }
  assert.equal(offsets.size, 5, 'the zone of the process did not change')
  assert.equal(seen.size, 1)
})
