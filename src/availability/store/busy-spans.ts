import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
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

const rowsAtOnce = 500

/** What is known of a calendar, or of these events in it: a portion at a time, in the order of the events. */
export async function* loadBusySpans(
  reader: Reader,
  calendar: CalendarOfMember,
  itemKeys?: readonly string[],
): AsyncGenerator<readonly BusySpan[]> {
  const { organizationId, membershipId, calendarId } = calendar
  let after: BusySpan | undefined
  do {
    let query = reader
      .selectFrom('busy_spans')
      .select(['item_key as itemKey', sql<Date>`lower(span)`.as('startsAt'), sql<Date>`upper(span)`.as('endsAt')])
      .where('organization_id', '=', organizationId)
      .where('membership_id', '=', membershipId)
      .where('calendar_id', '=', calendarId)
      .orderBy('item_key')
      .orderBy('span')
      .limit(rowsAtOnce)
    if (itemKeys) query = query.where('item_key', '=', sql<string>`any(${[...itemKeys]}::text[])`)
    if (after)
      query = query.where(
        sql<boolean>`(item_key, span) > (${after.itemKey}, tstzrange(${new Date(after.start)}, ${new Date(after.end)}))`,
      )
    const spans = (await query.execute()).map(({ itemKey, startsAt, endsAt }) => ({
      itemKey,
      start: startsAt.getTime(),
      end: endsAt.getTime(),
    }))
    yield spans
    after = spans.length < rowsAtOnce ? undefined : spans.at(-1)
  } while (after)
}

const given = (spans: readonly BusySpan[]) => sql`unnest(${spans.map(({ itemKey }) => itemKey)}::text[],
  ${spans.map(({ start }) => new Date(start).toISOString())}::timestamptz[], ${spans.map(({ end }) => new Date(end).toISOString())}::timestamptz[])
  as given(item_key, starts_at, ends_at)`

export const insertBusySpans = async (
  tx: Tx,
  { organizationId, membershipId, calendarId }: CalendarOfMember,
  spans: readonly BusySpan[],
): Promise<void> => {
  if (spans.length === 0) return
  await sql`
    insert into busy_spans (organization_id, membership_id, calendar_id, item_key, span)
    select ${organizationId}, ${membershipId}, ${calendarId}, given.item_key, tstzrange(given.starts_at, given.ends_at) from ${given(spans)}
    on conflict do nothing`.execute(tx)
}

export const deleteBusySpans = async (
  tx: Tx,
  { organizationId, membershipId, calendarId }: CalendarOfMember,
  spans: readonly BusySpan[],
): Promise<void> => {
  if (spans.length === 0) return
  await sql`
    delete from busy_spans using ${given(spans)}
    where organization_id = ${organizationId} and membership_id = ${membershipId} and calendar_id = ${calendarId}
      and busy_spans.item_key = given.item_key and span = tstzrange(given.starts_at, given.ends_at)`.execute(tx)
}

/** The calendar does not count any more. */
export const deleteAllBusySpans = async (
  tx: Tx,
  { organizationId, membershipId, calendarId }: CalendarOfMember,
): Promise<void> => {
  await tx
    .deleteFrom('busy_spans')
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .where('calendar_id', '=', calendarId)
    .execute()
}

const endOfTime = '9999-12-31T00:00:00Z'

/**
 * Until when the calendars of a member are known; beyond it they are offered to nobody. Null when no calendar of theirs
 * counts.
 */
export const setCalendarsKnownUntil = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  until: Date | null,
): Promise<void> => {
  await sql`delete from busy_spans where organization_id = ${organizationId} and membership_id = ${membershipId} and calendar_id = ${nilUuid}`.execute(
    tx,
  )
  if (until === null) return
  await sql`
    insert into busy_spans (organization_id, membership_id, calendar_id, item_key, kind, span)
    values (${organizationId}, ${membershipId}, ${nilUuid}, '', 'unknown', tstzrange(${until}, ${endOfTime}))`.execute(
    tx,
  )
}
