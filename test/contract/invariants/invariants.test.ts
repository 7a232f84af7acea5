import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { bookThroughLink } from '#bookings/index.ts'
import { createSharedEventType } from '#event-types/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { codeIn } from '../../support/booking-links.ts'
import { aBooking, anInviteeNamed, bookingOf, tuesday } from '../../support/bookings.ts'
import { aCast, type Cast, lastPart, type Made } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { assertInvariants, brokenInvariants } from '../../support/invariants.ts'
import { raw } from '../../support/raw.ts'

const app = await testApp()
let cast: Cast
/** Ids of what was booked. */
let booked: {
  first: string
  firstEvent: string
  second: string
  moved: string
  group: string
  link: string
  assigned: string
  noShow: string
  oneOff: string
}

const traits = { active: true }
const shared = async (sharing: string, more: object = {}): Promise<Made> => {
  const { owner, colleague } = cast
  const hosts = sharing === 'group' ? [] : [{ user: colleague.uri }]
  const { uri } = await app.run(createSharedEventType, owner.principal, {
    owner: owner.uri,
    name: `Shared ${sharing}`,
    sharing,
    hosts,
    ...traits,
    ...more,
  })
  return { uri, id: lastPart(uri) }
}

/** One of everything: booked, moved, canceled, marked, through a link, one-off, in a group, by turns, all together. */
before(async () => {
  cast = await aCast(app)
  const { owner } = cast
  const token = owner.token
  const type = await anEventType(app, owner, traits)
  const first = await aBooking(app, owner, type, { start_time: tuesday('09:00') })
  const second = await aBooking(app, owner, type, { start_time: tuesday('09:30') })
  const third = await aBooking(app, owner, type, { start_time: tuesday('10:00') })
  const moved = resourceOf(
    await app.ask(`POST /invitees/${third.inviteeId}/reschedule`, { token, body: { start_time: tuesday('10:30') } }),
  )
  const fourth = await aBooking(app, owner, type, { start_time: tuesday('10:00') })
  assertStatus(await app.ask(`POST /scheduled_events/${fourth.eventId}/cancellation`, { token, body: {} }), 200)
  const noShow = await aBooking(app, owner, type, { start_time: tuesday('11:00') })
  assertStatus(await app.ask('POST /invitee_no_shows', { token, body: { invitee: noShow.invitee.uri } }), 201)
  const group = await shared('group', { seats: 3 })
  const seated = await aBooking(app, owner, group, { start_time: tuesday('12:00') })
  const left = await aBooking(app, owner, group, { start_time: tuesday('12:00') })
  assertStatus(await app.ask(`POST /invitees/${left.inviteeId}/cancellation`, { token, body: {} }), 200)
  const turns = await shared('round_robin')
  await aBooking(app, owner, turns, { start_time: tuesday('13:00') })
  await aBooking(app, owner, await shared('collective'), { start_time: tuesday('14:00') })
  const link = resourceOf(
    await app.ask('POST /scheduling_links', {
      token,
      body: { max_event_count: 1, owner: type.uri, owner_type: 'EventType' },
    }),
  )
  const through = await app.runOpen(bookThroughLink, {
    code: codeIn(link.booking_url),
    start_time: tuesday('15:00'),
    invitee: anInviteeNamed(),
  })
  const oneOff = resourceOf(
    await app.ask('POST /one_off_event_types', {
      token,
      body: {
        name: 'Once',
        host: owner.uri,
        duration: 30,
        date_setting: { type: 'date_range', start_date: '2026-03-03', end_date: '2026-03-04' },
      },
    }),
  )
  const once = await app.runOpen(bookThroughLink, {
    code: codeIn(oneOff.scheduling_url),
    start_time: tuesday('16:00'),
    invitee: anInviteeNamed(),
  })
  booked = {
    first: first.inviteeId,
    firstEvent: first.eventId,
    second: second.eventId,
    moved: lastPart(moved.uri),
    group: seated.eventId,
    link: lastPart(through.uri),
    assigned: turns.id,
    noShow: noShow.inviteeId,
    oneOff: lastPart(once.uri),
  }
})

/** Takes away, until the transaction ends, whatever the database itself would say about it. */
const unguarded = sql`do $$
  declare found record;
  begin
    perform set_config('openslot.rewriting', 'on', true);
    for found in
      select conrelid::regclass as owner, conname from pg_constraint
      where contype in ('f', 'c', 'x') and conrelid::regclass::text in ('scheduled_events', 'scheduled_event_hosts', 'invitees', 'taken_spans', 'booking_links', 'event_types', 'event_type_hosts', 'facts', 'mails', 'reminders')
    loop execute format('alter table %s drop constraint if exists %I cascade', found.owner, found.conname); end loop;
    drop index scheduled_events_joined;
    drop index invitees_moved_once;
  end $$`

/** What is found when this was written, which is undone afterwards. */
const findings = async (...plants: readonly RawBuilder<unknown>[]): Promise<string[]> => {
  let found: string[] = []
  const undo = new Error('undo')
  await assert.rejects(
    app.context.database.write(async (tx) => {
      await raw(tx, unguarded)
      for (const plant of plants) {
        const { numAffectedRows } = await plant.execute(tx)
        assert.notEqual(Number(numAffectedRows), 0, 'something was planted')
      }
      found = (await brokenInvariants(tx, cast.organizationId)).map(({ invariant, what }) => `${invariant}: ${what}`)
      throw undo
    }),
    undo,
  )
  return [...new Set(found)]
}

describe('the invariant checker', () => {
  test('finds nothing in what operations have written', () =>
    assertInvariants(app.context.database, cast.organizationId))

  const times = 'I1: the time of a host is not taken as their active meeting has it'
  const counts = 'I2: invitees are not as many as the meeting says, or more than it has seats'
  const facts = 'I4: an invitee whose changes are not told by one fact each'
  const event = (id: string) => sql`scheduled_events where id = ${id}`

  const plants: Readonly<Record<string, { plant: () => readonly RawBuilder<unknown>[]; finds: readonly string[] }>> = {
    'I1: a meeting that reaches into the next': {
      plant: () => [
        sql`update scheduled_events set ends_at = ends_at + interval '1 minute', buffered_to = buffered_to + interval '1 minute' where id = ${booked.firstEvent}`,
        sql`update taken_spans set ends_at = ends_at + interval '1 minute', span = tstzrange(lower(span), upper(span) + interval '1 minute') where scheduled_event_id = ${booked.firstEvent}`,
      ],
      finds: ['I1: two active meetings of one host overlap, buffers included'],
    },
    'I1: only a buffer that does': {
      plant: () => [
        sql`update scheduled_events set buffered_to = buffered_to + interval '1 minute' where id = ${booked.firstEvent}`,
        sql`update taken_spans set span = tstzrange(lower(span), upper(span) + interval '1 minute') where scheduled_event_id = ${booked.firstEvent}`,
      ],
      finds: ['I1: two active meetings of one host overlap, buffers included'],
    },
    'I1: a meeting whose time is free': {
      plant: () => [sql`delete from taken_spans where scheduled_event_id = ${booked.firstEvent}`],
      finds: [times],
    },
    'I1: time taken for a meeting that is off': {
      plant: () => [
        sql`insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id)
          select event.organization_id, holding.membership_id, tstzrange(event.buffered_from, event.buffered_to), event.starts_at, event.ends_at, 'meeting', event.id, event.event_type_id
          from scheduled_events as event join scheduled_event_hosts as holding on holding.scheduled_event_id = event.id
          where event.organization_id = ${cast.organizationId} and event.status = 'canceled' limit 1`,
      ],
      finds: [times],
    },
    'I1: a meeting nobody holds': {
      plant: () => [sql`delete from scheduled_event_hosts where scheduled_event_id = ${booked.firstEvent}`],
      finds: [times, 'I1: nobody holds the meeting'],
    },
    'I2: a counter that is one too low': {
      plant: () => [
        sql`update scheduled_events set invitees_active = invitees_active - 1 where id = ${booked.group}`,
        sql`update taken_spans set seats_taken = seats_taken - 1 where scheduled_event_id = ${booked.group}`,
      ],
      finds: [counts],
    },
    'I2: more than there are seats': {
      plant: () => [sql`update scheduled_events set seats = 0 where id = ${booked.group}`],
      finds: [counts],
    },
    'I2: a turn that is not counted': {
      plant: () => [
        sql`update event_type_hosts set assigned = 0 where event_type_id = ${booked.assigned} and assigned > 0`,
      ],
      finds: ['I2: a host of a round robin holds another number of its meetings than is counted'],
    },
    'I3: a second meeting at one time': {
      plant: () => [
        sql`update scheduled_events set is_joinable = true, event_type_id = (select event_type_id from ${event(booked.group)}), starts_at = (select starts_at from ${event(booked.group)})
          where id = ${booked.firstEvent}`,
      ],
      finds: [times, 'I3: a time of a group type has two active meetings'],
    },
    'I4: a booking without a fact': {
      plant: () => [
        sql`delete from facts where name = 'invitee.created' and subject -> 'invitee' ->> 'uri' like ${`%${booked.first}`}`,
      ],
      finds: [facts],
    },
    'I4: a booking with two': {
      plant: () => [
        sql`insert into facts (id, organization_id, name, actor_type, actor_id, subject, occurred_at) select gen_random_uuid(), organization_id, name, actor_type, actor_id, subject, occurred_at
          from facts where name = 'invitee.created' and subject -> 'invitee' ->> 'uri' like ${`%${booked.first}`}`,
      ],
      finds: [facts],
    },
    'I4: a cancellation without a fact': {
      plant: () => [
        sql`delete from facts where organization_id = ${cast.organizationId} and name = 'scheduled_event.canceled'`,
      ],
      finds: [facts],
    },
    'I4: a no-show without a fact': {
      plant: () => [
        sql`delete from facts where name = 'invitee_no_show.created' and subject -> 'invitee' ->> 'uri' like ${`%${booked.noShow}`}`,
      ],
      finds: [facts],
    },
    'I5: a fact without a booking': {
      plant: () => [
        sql`insert into facts (id, organization_id, name, actor_type, actor_id, subject, occurred_at)
          select gen_random_uuid(), organization_id, name, actor_type, actor_id, jsonb_set(subject, '{invitee,uri}', to_jsonb('/invitees/' || gen_random_uuid()::text)), occurred_at
          from facts where name = 'invitee.created' and subject -> 'invitee' ->> 'uri' like ${`%${booked.first}`}`,
      ],
      finds: ['I5: a fact about an invitee who is not there'],
    },
    'I5: a fact about a cancellation that was undone': {
      plant: () => [
        sql`update facts set subject = jsonb_set(subject, '{scheduled_event,uri}', to_jsonb('/scheduled_events/' || ${booked.firstEvent}::text)) where organization_id = ${cast.organizationId} and name = 'scheduled_event.canceled'`,
      ],
      finds: ['I5: a fact about a cancellation that is not so'],
    },
    'I6: somebody who moved and stayed': {
      plant: () => [sql`update invitees set new_invitee_id = null where new_invitee_id = ${booked.moved}`],
      finds: ['I6: somebody came from a time that does not know of it', 'I6: somebody moved in a circle'],
    },
    'I6: two who came from one': {
      plant: () => [
        sql`update invitees set old_invitee_id = (select old_invitee_id from invitees where id = ${booked.moved}) where id = ${booked.first}`,
      ],
      finds: ['I6: somebody came from a time that does not know of it', 'I6: somebody moved in a circle'],
    },
    'I6: somebody who left for nowhere': {
      plant: () => [sql`update invitees set old_invitee_id = null where id = ${booked.moved}`],
      finds: ['I6: somebody who moved still comes at the old time, or at none, or at two'],
    },
    'I6: a circle': {
      plant: () => [
        sql`update invitees set new_invitee_id = old_invitee_id, status = 'canceled' where id = ${booked.moved}`,
        sql`update invitees set old_invitee_id = ${booked.moved} where new_invitee_id = ${booked.moved}`,
      ],
      finds: [counts, facts, 'I6: somebody moved in a circle'],
    },
    'I7: a link that was used twice': {
      plant: () => [
        sql`update invitees set link_id = (select link_id from invitees where id = ${booked.link}) where id = ${booked.first}`,
      ],
      finds: ['I7: a link was booked through more than once, or without being spent'],
    },
    'I7: a link that was used and is open': {
      plant: () => [
        sql`update booking_links set used_at = null where id = (select link_id from invitees where id = ${booked.link})`,
      ],
      finds: ['I7: a link was booked through more than once, or without being spent'],
    },
    'I7: a one-off type that was booked twice': {
      plant: () => [
        sql`update scheduled_events set event_type_id = (select event_type_id from scheduled_events join invitees on scheduled_event_id = scheduled_events.id where invitees.id = ${booked.oneOff})
          where id = ${booked.firstEvent}`,
      ],
      finds: [times, 'I7: a one-off type was booked more than once'],
    },
    'I8: a type of another organization': {
      plant: () => [
        sql`update event_types set organization_id = ${lastPart(cast.outsiderOrganization)} where id = (select event_type_id from ${event(booked.group)})`,
      ],
      finds: [
        'I8: a host of a type is of another organization than what it belongs to',
        'I8: a meeting is of another organization than what it belongs to',
      ],
    },
    'I8: a link of another organization': {
      plant: () => [
        sql`update booking_links set organization_id = ${lastPart(cast.outsiderOrganization)} where id = (select link_id from invitees where id = ${booked.link})`,
      ],
      finds: ['I8: an invitee is of another organization than what it belongs to'],
    },
    'I8: a fact done by a member of another organization': {
      plant: () => [
        sql`update facts set actor_id = ${cast.outsider.membershipId} where name = 'invitee.created' and subject -> 'invitee' ->> 'uri' like ${`%${booked.first}`}`,
      ],
      finds: ['I8: a fact is of another organization than what it belongs to'],
    },
  }

  for (const [name, { plant, finds }] of Object.entries(plants))
    test(`names what is broken: ${name}`, async () => {
      const found = await findings(...plant())
      assert.deepEqual(found.sort(), [...finds].sort())
    })

  test('after all that, nothing is broken', () => assertInvariants(app.context.database, cast.organizationId))
  test('of a time that was refused, nothing is left', async () => {
    const type = await anEventType(app, cast.owner, traits)
    assertStatus(
      await app.ask('POST /invitees', {
        token: cast.owner.token,
        body: bookingOf(type, { start_time: tuesday('09:00') }),
      }),
      400,
    )
    await assertInvariants(app.context.database, cast.organizationId)
  })
})
