import { sql } from 'kysely'
import type { Span } from '#availability/index.ts'
import { type Reader, withinTenant } from '#platform/db/database.ts'

/** A calendar that says that its owner is busy. */
export interface BusyCalendar {
  readonly membershipId: string
  readonly start: Date
  readonly end: Date
  readonly calendarId: string
  readonly name: string
}

/** Which calendars of these members say that they are busy within the span. */
export const listBusyCalendars = (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
  { start, end }: Span,
): Promise<BusyCalendar[]> =>
  reader
    .selectFrom('busy_spans as busy')
    .innerJoin('calendars', withinTenant('calendars.id', 'busy.calendar_id'))
    .select([
      'busy.membership_id as membershipId',
      sql<Date>`lower(busy.span)`.as('start'),
      sql<Date>`upper(busy.span)`.as('end'),
      'calendars.id as calendarId',
      'calendars.name',
    ])
    .where('busy.organization_id', '=', organizationId)
    .where(sql<boolean>`busy.membership_id = any(${[...membershipIds]}::uuid[])`)
    .where(sql<boolean>`busy.span && tstzrange(${new Date(start)}, ${new Date(end)})`)
    .execute()

/** A calendar that counts, and when it was read. */
export interface CountingCalendar {
  readonly membershipId: string
  readonly calendarId: string
  readonly name: string
  readonly syncedAt: Date | null
}

/** Those of these members that count, the one first that was not read for longest. */
export const listCountingCalendars = (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<CountingCalendar[]> =>
  reader
    .selectFrom('calendars')
    .select(['membership_id as membershipId', 'id as calendarId', 'name', 'looked_at as syncedAt'])
    .where('organization_id', '=', organizationId)
    .where('checks_conflicts', '=', true)
    .where(sql<boolean>`membership_id = any(${[...membershipIds]}::uuid[])`)
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .execute()
