// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { createSharedEventType, updateEventTypeAvailabilitySchedule } from '#event-types/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { countingDatabase, type Tally } from '../../support/counting-database.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'

const app = await testApp()
const tally: Tally = { reads: 0, writes: 0 }
const watched = await testApp({ through: countingDatabase(tally) })
const { owner } = await aCast(app)
const month = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-04-03T00:00:00Z' }
const ask = (uri: string) =>
  watched.ask('GET /event_type_available_times', { token: owner.token, query: { event_type: uri, ...month } })

const hosts = await Promise.all(Array.from({ length: 9 }, () => aMember(app, owner)))
const traits = { owner: owner.uri, active: true, hosts: hosts.map(({ uri }) => ({ user: uri })) }

/** Meetings of each host, a quarter of an hour each, one behind the other from an instant on. */
const fill = async (memberships: readonly string[], from: string, count: number): Promise<void> => {
  for (const membership of memberships) {
    await app.context.database.write((tx) =>
      sql`insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id)
        select ${owner.principal.organizationId}::uuid, ${membership}::uuid, tstzrange(start, start + interval '15 minutes'), start, start + interval '15 minutes', 'meeting', gen_random_uuid()
        from (select ${from}::timestamptz + number * interval '15 minutes' as start from generate_series(0, ${count - 1}::integer) as number) as starts
        on conflict do nothing`.execute(tx),
    )
  }
}

describe('the cost of open times', () => {
  test('one statement besides the token lookup, for any number of hosts', async () => {
    const alone = await anEventType(app, owner, { active: true })
    const together = await app.run(createSharedEventType, owner.principal, {
      ...traits,
      name: 'All',
      sharing: 'round_robin',
    })
    for (const uri of [alone.uri, together.uri]) {
      Object.assign(tally, { reads: 0, writes: 0 })
      assertStatus(await ask(uri), 200)
      assert.deepEqual(tally, { reads: 2, writes: 0 })
    }
  })

  test('D10: ten hosts, a thousand rules, five thousand meetings in range, the widest range: it answers', async () => {
    const worst = await app.run(createSharedEventType, owner.principal, {
      ...traits,
      name: 'Worst',
      sharing: 'round_robin',
      duration: 15,
      scheduling_rules: { start_time_increment: 5, max_per_day: 1000 },
    })
    const parts = Array.from({ length: 6 }, (_, index) => ({ from: clock(index * 240), to: clock(index * 240 + 200) }))
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((wday) => ({
      type: 'wday',
      wday,
      intervals: parts,
    }))
    const dates = Array.from({ length: 93 }, (_, index) => ({
      type: 'date',
      date: new Date(Date.UTC(2026, 2, 3) + index * 86_400_000).toISOString().slice(0, 10),
      intervals: parts,
    }))
    for (const host of [owner, ...hosts]) {
      await app.run(updateEventTypeAvailabilitySchedule, owner.principal, {
        event_type: worst.uri,
        availability_rule: { timezone: 'America/New_York', user: host.uri, rules: [...days, ...dates] },
      })
    }
    await fill(
      [owner, ...hosts].map(({ membershipId }) => membershipId),
      '2026-03-05T00:00:00Z',
      500,
    )
    const began = process.hrtime.bigint()
    const offered = itemsOf(await ask(worst.uri))
    console.log(`D10: ${offered.length} times in ${Number((process.hrtime.bigint() - began) / 1_000_000n)} ms`)
    assert.ok(offered.length > 1_000)
  })
})

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
