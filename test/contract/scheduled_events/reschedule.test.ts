// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookThroughLink, rescheduleScheduledEvent } from '#bookings/index.ts'
import { permissionDenied } from '#contract/problem.ts'
import { createSchedulingLink } from '#event-types/index.ts'
import { testApp } from '../../support/app.ts'
import { codeIn } from '../../support/booking-links.ts'
import {
  aBooking,
  anInviteeNamed,
  aSharedType,
  asRecorded,
  type Booked,
  bookedAs,
  eventOf,
  factsDuring,
  hours,
  inviteeOf,
} from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { assertInvariants } from '../../support/invariants.ts'

// It has no address of its own: hosts do it in the console, at the command line, and in their calendars.

const app = await testApp()
const { colleague, organizationId } = await aCast(app)
const later = hours()

const move = (event: string, start_time: string) =>
  app.run(rescheduleScheduledEvent, colleague.principal, { uuid: event, start_time, reason: 'Rain' })
const booked = async (group: Parameters<typeof aBooking>[2], start_time: string, count: number): Promise<Booked[]> => {
  const all: Booked[] = []
  for (let index = 0; index < count; index += 1)
    all.push(
      await aBooking(app, colleague, group, {
        start_time,
        event_guests: [`guest.${index}@client.test`],
        tracking: { utm_source: `source ${index}` },
      }),
    )
  return all
}
const counters = (
  facts: readonly {
    readonly subject: Readonly<Record<string, { readonly invitees_counter: { readonly active: number } }>>
  }[],
  name: string,
) => facts.map(({ subject }) => subject[name]?.invitees_counter.active ?? 0).sort((one, other) => one - other)

describe('a meeting of several guests', () => {
  test('is moved as if they had moved one after another: each keeps their details, and each has their fact', async () => {
    const group = await aSharedType(app, colleague, 'group', { seats: 5 })
    const [from, to] = [later(), later()]
    const { booking_url } = await app.run(createSchedulingLink, colleague.principal, {
      max_event_count: 1,
      owner: group.uri,
      owner_type: 'EventType',
    })
    const page = { locale: 'fr', time_notation: '24h' }
    const linked = bookedAs(
      await app.runOpen(bookThroughLink, {
        code: codeIn(booking_url),
        start_time: from,
        invitee: anInviteeNamed(),
        ...page,
      }),
    )
    const before = [linked, ...(await booked(group, from, 3))]
    const id = linked.eventId
    let now: Booked[] = []
    const facts = await factsDuring(app, organizationId, async () => {
      now = (await move(id, to)).invitees.map(bookedAs)
    })

    assert.equal(new Set(now.map(({ eventId }) => eventId)).size, 1)
    for (const old of before) {
      const moved = now.find(({ invitee }) => invitee.old_invitee === old.invitee.uri)
      assert.ok(moved)
      assert.deepEqual(await inviteeOf(app, colleague, moved), moved.invitee, 'the answer is what is read later')
      const {
        uri,
        event,
        old_invitee,
        new_invitee,
        cancel_url,
        reschedule_url,
        created_at,
        updated_at,
        scheduling_method,
        invitee_scheduled_by,
        ...kept
      } = moved.invitee
      const { uri: oldUri, ...was } = old.invitee
      assert.deepEqual({ ...was, ...kept }, was)
      const left = await inviteeOf(app, colleague, old)
      assert.deepEqual(
        [left.status, left.rescheduled, left.new_invitee, left.cancellation.reason],
        ['canceled', true, uri, 'Rain'],
      )
      const fact = facts.find(({ subject }) => subject.invitee.uri === uri)
      assert.ok(fact)
      assert.deepEqual(
        [fact.name, fact.subject.invitee, fact.subject.old_invitee],
        ['invitee.rescheduled', asRecorded(moved.invitee), asRecorded(left)],
      )
      assert.equal(fact.subject.scheduled_event.event_guests.length, old === linked ? 0 : 1, 'of guests only their own')
      assert.deepEqual(
        [fact.subject.locale, fact.subject.time_notation],
        old === linked ? ['fr', '24h'] : [undefined, undefined],
      )
    }

    assert.equal(facts.length, 4)
    assert.deepEqual(
      [counters(facts, 'scheduled_event'), counters(facts, 'old_scheduled_event')],
      [
        [1, 2, 3, 4],
        [0, 1, 2, 3],
      ],
    )
    const ends = facts.filter(({ subject }) => subject.old_scheduled_event.status === 'canceled')
    assert.deepEqual(
      [ends.length, counters(ends, 'old_scheduled_event')],
      [1, [0]],
      'the hosts hear once that the old time is free',
    )
    const [old, next] = [await eventOf(app, colleague, linked), await eventOf(app, colleague, now[0] as Booked)]
    assert.deepEqual([old.status, old.invitees_counter.active, old.invitees_counter.total], ['canceled', 0, 4])
    assert.deepEqual(
      [next.status, next.invitees_counter, next.event_guests.length],
      ['active', { total: 4, active: 4, limit: 5 }, 3],
    )
    await assertInvariants(app.context.database, organizationId)
  })

  test('takes its notes along when nobody is left in it; one who moves alone leaves them', async () => {
    const group = await aSharedType(app, colleague, 'group', { seats: 5 })
    const [one, another] = await booked(group, later(), 2)
    assert.ok(one && another)
    const notes = { meeting_notes_plain: 'Bring the plan', meeting_notes_html: '<p>Bring the <b>plan</b></p>' }
    await app.ask(`PATCH ${one.event}`, { token: colleague.token, body: { meeting_notes: notes.meeting_notes_html } })
    const notesOf = async (booking: Booked) => {
      const { meeting_notes_plain, meeting_notes_html } = await eventOf(app, colleague, booking)
      return { meeting_notes_plain, meeting_notes_html }
    }
    assert.deepEqual(await notesOf(one), notes)

    const alone = await app.ask(`POST /invitees/${another.inviteeId}/reschedule`, {
      token: colleague.token,
      body: { start_time: later() },
    })
    assert.deepEqual(await notesOf(bookedAs(alone.body.resource)), {
      meeting_notes_plain: null,
      meeting_notes_html: null,
    })
    assert.deepEqual(await notesOf(one), notes, 'the meeting that goes on keeps them')

    let moved: Booked[] = []
    const [fact] = await factsDuring(app, organizationId, async () => {
      moved = (await move(one.eventId, later())).invitees.map(bookedAs)
    })
    assert.deepEqual(await notesOf(moved[0] as Booked), notes)
    assert.equal(
      fact?.subject.scheduled_event.meeting_notes_plain,
      notes.meeting_notes_plain,
      'and so does what is told of it',
    )
  })

  test('is moved to a time that overlaps its own; and joins those who have booked the new time', async () => {
    const group = await aSharedType(app, colleague, 'group', {
      seats: 5,
      duration: 30,
      scheduling_rules: { start_time_increment: 15 },
    })
    const [from, to] = [later(), later()]
    const quarterPast = from.replace(':00:00Z', ':15:00Z')
    const [first] = await booked(group, from, 3)
    const { invitees } = await move(first?.eventId ?? '', quarterPast)
    assert.deepEqual(
      [(await eventOf(app, colleague, invitees[0])).start_time.slice(0, 16), invitees.length],
      [quarterPast.slice(0, 16), 3],
    )

    const [there] = await booked(group, to, 2)
    const facts = await factsDuring(app, organizationId, () => move(bookedAs(invitees[0]).eventId, to))
    assert.ok(there)
    assert.deepEqual((await eventOf(app, colleague, there)).invitees_counter, { total: 5, active: 5, limit: 5 })
    assert.deepEqual(counters(facts, 'scheduled_event'), [3, 4, 5])
    await assertInvariants(app.context.database, organizationId)
  })

  test('is moved within a day whose limit it reaches; 400: where not all find a seat, or another day has reached its limit, nobody is moved', async () => {
    const group = await aSharedType(app, colleague, 'group', { seats: 4, scheduling_rules: { max_per_day: 2 } })
    const [monday, next] = ['2026-04-06', '2026-04-07']
    const [, first] = await booked(group, `${monday}T09:00:00Z`, 3)
    const [full] = await booked(group, `${monday}T11:00:00Z`, 2)
    assert.ok(first && full)
    const there: Booked[] = (await move(first.eventId, `${monday}T10:00:00Z`)).invitees.map(bookedAs)
    assert.equal(there.length, 3)
    for (const hour of ['09', '10']) await booked(group, `${next}T${hour}:00:00Z`, 1)
    const state = async () => {
      const meetings = [await eventOf(app, colleague, there[0] as Booked), await eventOf(app, colleague, full)]
      return [meetings, await Promise.all(there.map((one) => inviteeOf(app, colleague, one)))]
    }
    const before = await state()
    const facts = await factsDuring(app, organizationId, async () => {
      for (const to of [`${monday}T11:00:00Z`, `${next}T11:00:00Z`])
        await assert.rejects(move(there[0]?.eventId ?? '', to), { refusal: { kind: 'taken', why: 'taken' } })
    })
    assert.deepEqual([facts, await state()], [[], before])
    await assertInvariants(app.context.database, organizationId)
  })

  test('403: where nobody comes any more, nobody is moved', async () => {
    const group = await aSharedType(app, colleague, 'group', { seats: 5 })
    const [first] = await booked(group, later(), 2)
    await app.ask(`POST ${first?.event}/cancellation`, { token: colleague.token, body: {} })
    await assert.rejects(move(first?.eventId ?? '', later()), {
      message: 'Event is already canceled',
      kind: permissionDenied,
    })
  })
})
