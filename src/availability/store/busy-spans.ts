import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import type { Span } from '../slots.ts'

/** A time at which a calendar says that its owner is busy. */
export interface BusySpan extends Span {
  /** The event it comes from. */
  readonly itemKey: string
}

export interface CalendarOfMember {
  readonly organizationId: string
  readonly membershipId: string
  readonly calendarId: string
}

/** The embedded database runs a statement on our own thread: large ones would hold everything up. */
const rowsAtOnce = 1000

/** Whatever these events made busy before, they make busy now what is given, and nothing else. */
export const replaceBusySpans = async (tx: Tx, calendar: CalendarOfMember, itemKeys: readonly string[], spans: readonly BusySpan[]): Promise<void> => {
  const { organizationId, membershipId, calendarId } = calendar
  for (let from = 0; from < itemKeys.length; from += rowsAtOnce) {
    const some = itemKeys.slice(from, from + rowsAtOnce)
    await sql`delete from busy_spans where organization_id = ${organizationId} and membership_id = ${membershipId} and calendar_id = ${calendarId} and item_key = any(${some}::text[])`.execute(
      tx,
    )
  }
  for (let from = 0; from < spans.length; from += rowsAtOnce) await insertBusySpans(tx, calendar, spans.slice(from, from + rowsAtOnce))
}

const insertBusySpans = async (tx: Tx, { organizationId, membershipId, calendarId }: CalendarOfMember, spans: readonly BusySpan[]): Promise<void> => {
  await sql`
    insert into busy_spans (organization_id, membership_id, calendar_id, item_key, span)
    select ${organizationId}, ${membershipId}, ${calendarId}, given.item_key, tstzrange(given.starts_at, given.ends_at)
    from unnest(${spans.map(({ itemKey }) => itemKey)}::text[], ${spans.map(({ start }) => new Date(start).toISOString())}::timestamptz[],
      ${spans.map(({ end }) => new Date(end).toISOString())}::timestamptz[]) as given(item_key, starts_at, ends_at)
    on conflict do nothing`.execute(tx)
}

/** The calendar does not count any more. */
export const deleteBusySpans = async (tx: Tx, { organizationId, membershipId, calendarId }: CalendarOfMember): Promise<void> => {
  await tx
    .deleteFrom('busy_spans')
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .where('calendar_id', '=', calendarId)
    .execute()
}

const noCalendar = '00000000-0000-0000-0000-000000000000'
const endOfTime = '9999-12-31T00:00:00Z'

/** Until when the calendars of a member are known; beyond it they are offered to nobody. Null when no calendar of theirs counts. */
export const setCalendarsKnownUntil = async (tx: Tx, organizationId: string, membershipId: string, until: Date | null): Promise<void> => {
  await sql`delete from busy_spans where organization_id = ${organizationId} and membership_id = ${membershipId} and calendar_id = ${noCalendar}`.execute(tx)
  if (until === null) return
  await sql`
    insert into busy_spans (organization_id, membership_id, calendar_id, item_key, kind, span)
    values (${organizationId}, ${membershipId}, ${noCalendar}, '', 'unknown', tstzrange(${until}, ${endOfTime}))`.execute(tx)
}
