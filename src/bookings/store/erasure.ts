import { sql } from 'kysely'
import { PersonRedactor } from '#activity/index.ts'
import { freeMeetingSpans } from '#availability/index.ts'
import { erasedPerson } from '#contract/erased.ts'
import { countingAssigned } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { type MeetingLocation, withoutInviteeInput } from '../meeting-location.ts'
import { noTracking } from '../tracking.ts'

/** A person's rows among the bookings, and the other people whose rows may mention them. */
export interface PersonBookings {
  readonly redactor: PersonRedactor
  readonly inviteeIds: readonly string[]
  readonly eventIds: readonly string[]
  /** The people who met with them, or brought them along. */
  readonly relatedPersons: readonly Buffer[]
  readonly broughtBy: readonly { readonly inviteeId: string; readonly addresses: readonly string[] }[]
}

/**
 * By hash alone, because the address may no longer be known. Invitees are found by the hash; guests by hashing every
 * guest of the organization. The rows stay locked.
 */
export const findPersonBookings = async (
  tx: Tx,
  organizationId: string,
  person: Buffer,
  matchesPerson: (address: string) => boolean,
): Promise<PersonBookings> => {
  const own = await tx
    .selectFrom('invitees')
    .select(['id', 'scheduled_event_id', 'email', 'name', 'text_reminder_number'])
    .where(({ and }) => and({ organization_id: organizationId, person }))
    .orderBy('id')
    .forUpdate()
    .execute()
  const broughtBy: (InviteeWithGuests & { readonly addresses: readonly string[] })[] = []
  for await (const rows of inviteesWithGuests(tx, organizationId))
    for (const row of rows) {
      const addresses = row.guests.filter(matchesPerson)
      if (addresses.length > 0 && !row.person.equals(person)) broughtBy.push({ ...row, addresses })
    }
  const eventIds = [...new Set([...own, ...broughtBy].map((row) => row.scheduled_event_id))]
  const others = await tx
    .selectFrom('invitees')
    .select('person')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', sql<string>`any(${eventIds}::uuid[])`)
    .where('person', '<>', person)
    .execute()
  return {
    redactor: new PersonRedactor({
      emails: [...own.map(({ email }) => email), ...broughtBy.flatMap(({ addresses }) => addresses)],
      phones: own.flatMap(({ text_reminder_number }) => text_reminder_number ?? []),
      names: own.map(({ name }) => name),
    }),
    inviteeIds: own.map(({ id }) => id),
    eventIds,
    relatedPersons: others.map((row) => row.person),
    broughtBy: broughtBy.map(({ id, addresses }) => ({ inviteeId: id, addresses })),
  }
}

interface InviteeWithGuests {
  readonly id: string
  readonly scheduled_event_id: string
  readonly person: Buffer
  readonly guests: readonly string[]
}

const inviteesAtOnce = 500

/** In portions: an organization may have hundreds of thousands, and a statement has five seconds. */
const inviteesWithGuests = async function* (
  tx: Tx,
  organizationId: string,
): AsyncGenerator<readonly InviteeWithGuests[]> {
  for (let after = nilUuid; ; ) {
    const rows = await tx
      .selectFrom('invitees')
      .select(['id', 'scheduled_event_id', 'person', 'guests'])
      .where('organization_id', '=', organizationId)
      .where('id', '>', after)
      .where(sql<boolean>`guests <> '{}'`)
      .orderBy('id')
      .limit(inviteesAtOnce)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < inviteesAtOnce) return
    after = last.id
  }
}

/** Removes a person from the bookings. The meeting, counts and times remain. */
export const erasePersonFromBookings = async (
  tx: Tx,
  organizationId: string,
  { inviteeIds, eventIds, broughtBy, redactor }: PersonBookings,
  nobody: () => Buffer,
  now: Date,
): Promise<void> => {
  for (const id of inviteeIds) {
    await tx
      .updateTable('invitees')
      .set({
        // No hash: a later invitee with the same address is another person.
        person: nobody(),
        email: erasedPerson.email,
        name: erasedPerson.name,
        first_name: null,
        last_name: null,
        text_reminder_number: null,
        answers: '[]',
        tracking: JSON.stringify(noTracking),
        guests: [],
        guests_without_reminders: [],
        canceled_by: sql`case when canceler_type = 'invitee' then ${erasedPerson.name} else canceled_by end`,
        cancel_reason: null,
        erased_at: now,
      })
      .where(({ and }) => and({ organization_id: organizationId, id }))
      .execute()
  }
  for (const { inviteeId, addresses } of broughtBy) {
    await sql`
      update invitees set guests = array(select guest from unnest(guests) as guest where guest <> all(${[...addresses]}::text[])),
        guests_without_reminders = array(select guest from unnest(guests_without_reminders) as guest where guest <> all(${[...addresses]}::text[]))
      where organization_id = ${organizationId} and id = ${inviteeId}`.execute(tx)
  }
  await cleanMeetings(tx, organizationId, eventIds, redactor)
}

/** A meeting of the person alone loses all its texts; one with others loses what identifies the person. */
const cleanMeetings = async (
  tx: Tx,
  organizationId: string,
  eventIds: readonly string[],
  redactor: PersonRedactor,
): Promise<void> => {
  const meetings = await tx
    .selectFrom('scheduled_events as meeting')
    .select([
      'id',
      'location',
      'meeting_notes_plain',
      'meeting_notes_html',
      'canceled_by',
      'canceler_type',
      'cancel_reason',
      sql<boolean>`exists (
        select from invitees where invitees.organization_id = meeting.organization_id and invitees.scheduled_event_id = meeting.id and invitees.erased_at is null
      )`.as('has_others'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...eventIds]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, location, has_others, ...said } of meetings) {
    const parsed = location === null ? null : (JSON.parse(location) as MeetingLocation)
    const left = has_others
      ? {
          location: location === null ? null : redactor.redactJson(location),
          meeting_notes_plain: redactor.redact(said.meeting_notes_plain),
          meeting_notes_html: redactor.redact(said.meeting_notes_html),
          canceled_by: redactor.redact(said.canceled_by),
          cancel_reason: redactor.redact(said.cancel_reason),
        }
      : {
          location: parsed && JSON.stringify(withoutInviteeInput(parsed)),
          meeting_notes_plain: null,
          meeting_notes_html: null,
          canceled_by: said.canceler_type === 'invitee' ? erasedPerson.name : said.canceled_by,
          cancel_reason: null,
        }
    await tx
      .updateTable('scheduled_events')
      .set(left)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
  }
}

/** Some of the meetings that began in a span, and the people they mention. */
export interface PastMeetings {
  readonly eventIds: readonly string[]
  readonly persons: readonly Buffer[]
}

export const findPastMeetings = async (
  tx: Tx,
  organizationId: string,
  {
    from,
    to,
    personHashOf,
    limit,
  }: {
    readonly from: Date
    readonly to: Date
    readonly personHashOf: (address: string) => Buffer
    readonly limit: number
  },
): Promise<PastMeetings> => {
  const meetings = await tx
    .selectFrom('scheduled_events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', to)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  const eventIds = meetings.map(({ id }) => id)
  const rows = await tx
    .selectFrom('invitees')
    .select(['person', 'guests'])
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', sql<string>`any(${eventIds}::uuid[])`)
    .execute()
  return { eventIds, persons: rows.flatMap(({ person, guests }) => [person, ...guests.map(personHashOf)]) }
}

/** With their invitees. They no longer count as assigned to the hosts of a round robin. */
export const deleteMeetings = async (tx: Tx, organizationId: string, eventIds: readonly string[]): Promise<void> => {
  const these = sql`any(${[...eventIds]}::uuid[])`
  const { rows: held } = await sql<{
    readonly eventTypeId: string
    readonly membershipId: string
    readonly count: number
  }>`
    select meeting.event_type_id as "eventTypeId", holding.membership_id as "membershipId", count(*)::integer as count
    from scheduled_events as meeting
    join scheduled_event_hosts as holding on holding.organization_id = meeting.organization_id and holding.scheduled_event_id = meeting.id and holding.position = 1
    where meeting.organization_id = ${organizationId} and meeting.id = ${these} and meeting.status = 'active'
    group by 1, 2`.execute(tx)
  for (const { eventTypeId, membershipId, count } of held) {
    for (let left = count; left > 0; left -= 1)
      await countingAssigned(organizationId, eventTypeId, membershipId, -1).execute(tx)
  }
  await freeMeetingSpans(tx, organizationId, eventIds)
  await sql`delete from booking_requests where organization_id = ${organizationId} and scheduled_event_id = ${these}`.execute(
    tx,
  )
  for (const column of ['old_invitee_id', 'new_invitee_id']) {
    const reference = sql.ref(column)
    await sql`
      update invitees set ${reference} = null where organization_id = ${organizationId}
        and ${reference} in (select id from invitees where organization_id = ${organizationId} and scheduled_event_id = ${these})`.execute(
      tx,
    )
  }
  await sql`delete from invitees where organization_id = ${organizationId} and scheduled_event_id = ${these}`.execute(
    tx,
  )
  await sql`delete from scheduled_event_hosts where organization_id = ${organizationId} and scheduled_event_id = ${these}`.execute(
    tx,
  )
  await sql`delete from scheduled_events where organization_id = ${organizationId} and id = ${these}`.execute(tx)
}
