import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'

/** What a deletion would affect. */
export interface Affected {
  readonly meetings: number
  readonly invitees: number
}

/** The meetings of these people, as invitees or as guests of others, and how many of the people were found. */
export const countPersonMeetings = (
  reader: Reader,
  organizationId: string,
  people: readonly { readonly email: string; readonly person: Buffer }[],
): Promise<Affected> => {
  const [emails, persons] = [people.map(({ email }) => email), people.map(({ person }) => person)]
  const seats = sql<{ readonly scheduled_event_id: string; readonly email: string }>`(
    select booking.scheduled_event_id, wanted.email from unnest(${emails}::text[], ${persons}::bytea[]) as wanted (email, person)
    cross join lateral (select scheduled_event_id from invitees where person = wanted.person and organization_id = ${organizationId} offset 0) as booking
    union
    select scheduled_event_id, lower(guest) from invitees cross join unnest(guests) as guest
    where organization_id = ${organizationId} and guests <> '{}' and lower(guest) = any(${emails}::text[])
  )`
  return reader
    .selectFrom(seats.as('seats'))
    .select([
      sql<number>`count(distinct scheduled_event_id)::integer`.as('meetings'),
      sql<number>`count(distinct email)::integer`.as('invitees'),
    ])
    .executeTakeFirstOrThrow()
}

/** The meetings that began in a span, and who booked them. */
export const countPastMeetings = (
  reader: Reader,
  organizationId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Affected> =>
  reader
    .selectFrom('scheduled_events')
    .select([
      sql<number>`count(*)::integer`.as('meetings'),
      sql<number>`coalesce(sum(invitees_total), 0)::integer`.as('invitees'),
    ])
    .where('organization_id', '=', organizationId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', to)
    .executeTakeFirstOrThrow()
