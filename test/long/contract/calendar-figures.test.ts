// seconds: 30
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { insertBusySpans } from '#availability/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { knowCalendarsUntil } from '../../support/busy-time.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, type Made, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'

// Figures are printed: what is asserted holds on any machine.

const app = await testApp({ isHeard: true, settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { work } = await ownWork(app, withoutMail(app.context))
const { database } = app.context
const traits = { active: true, duration: 5, timezone: 'UTC', scheduling_rules: { start_time_increment: 5 } }

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] as number

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

describe('a host who is busy 5,000 times in a month', () => {
  const times = 5_000
  const first = Date.parse('2026-04-01T00:00:00Z')
  /** Two minutes of every eight and a half, so that some of the time is open. */
  const spans = Array.from({ length: times }, (_, index) => ({
    start: first + index * 510_000,
    end: first + index * 510_000 + 120_000,
  }))

  const byCalendars = async (): Promise<Made> => {
    const person = await aFounder(app)
    const { organizationId } = person.principal
    const calendars = Array.from({ length: 5 }, () => randomUUID())
    await database.write(async (tx) => {
      for (const [index, calendarId] of calendars.entries()) {
        const own = spans
          .filter((_, at) => at % calendars.length === index)
          .map((span) => ({ ...span, itemKey: `event-${span.start}` }))
        await insertBusySpans(tx, { organizationId, membershipId: person.membershipId, calendarId }, own)
      }
    })
    await knowCalendarsUntil(app, person, '2027-01-01T00:00:00Z')
    return anEventType(app, person, traits)
  }

  const byMeetings = async (): Promise<Made> => {
    const person = await aFounder(app)
    const type = await anEventType(app, person, traits)
    const { organizationId } = person.principal
    await database.write(async (tx) => {
      await sql`create temporary table met on commit drop as select gen_random_uuid() as id, starts_at, starts_at + interval '2 minutes' as ends_at
        from unnest(${spans.map(({ start }) => new Date(start).toISOString())}::timestamptz[]) as given(starts_at)`.execute(
        tx,
      )
      await sql`insert into scheduled_events (id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, is_joinable, seats,
          invitees_total, invitees_active, created_at, updated_at)
        select id, ${organizationId}::uuid, ${type.id}::uuid, 'Intro call', 'active', starts_at, ends_at, starts_at, ends_at, false, 1, 1, 1, starts_at, starts_at from met`.execute(
        tx,
      )
      await sql`insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id)
        select ${organizationId}::uuid, ${person.membershipId}::uuid, tstzrange(starts_at, ends_at), starts_at, ends_at, 'meeting', id, ${type.id}::uuid from met`.execute(
        tx,
      )
      await sql`insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
        select ${organizationId}::uuid, id, ${person.membershipId}::uuid, 1, starts_at, starts_at from met`.execute(tx)
    })
    return type
  }

  test('is offered the same open times, whether by calendars or by meetings of ours', async () => {
    const [ofCalendars, ofMeetings] = [await byCalendars(), await byMeetings()]
    const month = async ({ id }: Made) => {
      const answer = await app.ask(`GET /api/booking/event_types/${id}/months/2026-04`, { query: { timezone: 'UTC' } })
      assertStatus(answer, 200)
      return answer.text
    }
    const offered = await month(ofCalendars)
    assert.ok(offered.length > 1_000, 'there are open times to compare')
    assert.equal(offered, await month(ofMeetings))
    const figures: Record<'calendars' | 'meetings', number[]> = { calendars: [], meetings: [] }
    for (let round = 0; round < 20; round += 1) {
      const turns = [
        () => timed(() => month(ofCalendars)).then((ms) => figures.calendars.push(ms)),
        () => timed(() => month(ofMeetings)).then((ms) => figures.meetings.push(ms)),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    const [calendars, meetings] = [quantile(figures.calendars, 0.5), quantile(figures.meetings, 0.5)]
    console.log(
      `a month of a host with 5 calendars and 5,000 events: ${calendars.toFixed(1)} ms; with as many meetings: ${meetings.toFixed(1)} ms; ratio ${(calendars / meetings).toFixed(2)}, goal 1.5`,
    )
  })
})

describe('while a calendar server hangs', () => {
  test('booking pages are answered, and nobody waits for it', async () => {
    const dav = await aDavStandIn()
    const person: Person = await aFounder(app)
    const type = await anEventType(app, person, { ...traits, duration: 30 })
    await connect(app, person, dav)
    await work()
    const { scheduling_url } = resourceOf(await app.ask(`GET ${type.uri}`, { token: person.token }))
    const page = () => timed(async () => assertStatus(await app.ask(`GET ${new URL(scheduling_url).pathname}`), 200))
    const figures: Record<'answering' | 'hanging', number[]> = { answering: [], hanging: [] }
    for (let count = 0; count < 50; count += 1) await page()
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 60; count += 1) figures.answering.push(await page())
      let letGo = () => {}
      const hanging = new Promise<void>((done) => {
        letGo = done
      })
      let isAsked = false
      dav.intercept(() => {
        isAsked = true
        return hanging
      })
      app.clock.advance(300_000)
      const looking = work()
      await eventually('the server is asked', () => isAsked)
      for (let count = 0; count < 60; count += 1) figures.hanging.push(await page())
      letGo()
      await looking
    }
    const [answering, hanging] = [quantile(figures.answering, 0.99), quantile(figures.hanging, 0.99)]
    console.log(
      `booking pages, p99: ${answering.toFixed(1)} ms; while a calendar server hangs: ${hanging.toFixed(1)} ms; ratio ${(hanging / answering).toFixed(2)}, goal 1.2`,
    )
    assert.ok(hanging < 5_000, 'no page waits for the server')
  })
})
