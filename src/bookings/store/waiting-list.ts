import { type RawBuilder, sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { findFirst, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { day } from '#platform/time/durations.ts'
import type { EntryState, ShownEntry, ShownState, Waiting, WaitingListEntry } from '../waiting-list.ts'
import { entryNamedBy, isTokenOf } from '../waiting-list-token.ts'

const entries = (reader: Reader) =>
  reader
    .selectFrom('waiting_list_entries')
    .select([
      'organization_id as organizationId',
      'id',
      'event_type_id as eventTypeId',
      'state',
      'booking',
      'email',
      'name',
      'timezone',
      'wanted_from as wantedFrom',
      'wanted_until as wantedUntil',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])

const entryFrom = ({ booking, state, ...row }: RowOf<typeof entries>): WaitingListEntry => ({
  ...row,
  state: state as EntryState,
  booking: JSON.parse(booking) as WaitingListEntry['booking'],
})

/** For whoever waits, who is identified by the token. */
export const findEntryByToken = async (
  reader: Reader,
  codes: Codes,
  token: string,
): Promise<WaitingListEntry | undefined> => {
  const id = entryNamedBy(token)
  const entry = id === undefined ? undefined : await findFirst(entries(reader).where('id', '=', id), entryFrom)
  return entry && isTokenOf(codes, token, entry) ? entry : undefined
}

export const insertEntry = async (
  tx: Tx,
  { organizationId, eventTypeId, wantedFrom, wantedUntil, createdAt, booking, ...entry }: NewEntry,
): Promise<void> => {
  await tx
    .insertInto('waiting_list_entries')
    .values({
      ...entry,
      organization_id: organizationId,
      event_type_id: eventTypeId,
      booking: JSON.stringify(booking),
      wanted_from: wantedFrom,
      wanted_until: wantedUntil,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
}

type NewEntry = Omit<WaitingListEntry, 'updatedAt'> & { readonly person: Buffer; readonly source: Buffer | null }

/** Of the same person for the same type: a later one takes its place. */
export const deleteUnconfirmed = async (
  tx: Tx,
  { organizationId, eventTypeId, person }: Pick<NewEntry, 'organizationId' | 'eventTypeId' | 'person'>,
): Promise<void> => {
  await tx
    .deleteFrom('waiting_list_entries')
    .where('organization_id', '=', organizationId)
    .where('event_type_id', '=', eventTypeId)
    .where('person', '=', person)
    .where('state', '=', 'unconfirmed')
    .execute()
}

const unconfirmedMilliseconds = day
const unconfirmedSince = (now: Date): Date => new Date(now.getTime() - unconfirmedMilliseconds)

/** Entries that came from there within a day and are not confirmed. */
export const countUnconfirmedOfSource = async (
  reader: Reader,
  organizationId: string,
  source: Buffer,
  now: Date,
): Promise<number> => {
  const { count } = await reader
    .selectFrom('waiting_list_entries')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('source', '=', source)
    .where('state', '=', 'unconfirmed')
    .where('created_at', '>', unconfirmedSince(now))
    .executeTakeFirstOrThrow()
  return count
}

/** False if it is in none of these states. */
export const moveEntry = async (
  tx: Tx,
  { organizationId, id }: Pick<WaitingListEntry, 'organizationId' | 'id'>,
  from: readonly EntryState[],
  to: EntryState,
  now: Date,
): Promise<boolean> => {
  const moved = await tx
    .updateTable('waiting_list_entries')
    .set({ state: to, source: null, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

const isOffered = sql<boolean>`exists (
  select from booking_requests as offer
  where offer.organization_id = waiting_list_entries.organization_id and offer.waiting_list_entry_id = waiting_list_entries.id
    and offer.state = 'open' and offer.expires_at > statement_timestamp()
)`

/** What is offered to them now, or what they took of it. */
const ownRequest = sql<string | null>`(
  select offer.id from booking_requests as offer
  where offer.organization_id = waiting_list_entries.organization_id and offer.waiting_list_entry_id = waiting_list_entries.id
    and (offer.state = 'confirmed' or offer.state = 'open' and offer.expires_at > statement_timestamp())
  order by offer.created_at desc limit 1
)`

const shownState = (now: Date): RawBuilder<ShownState> =>
  sql<ShownState>`case when waiting_list_entries.state <> 'waiting' then waiting_list_entries.state
    when ${isOffered} then 'offered' when wanted_until <= ${now} then 'over' else 'waiting' end`

/** Those whose address nobody has confirmed are not shown: it may be anybody's. */
const shownEntries = (reader: Reader, organizationId: string, now: Date) =>
  reader
    .selectFrom('waiting_list_entries')
    .innerJoin('event_types', withinTenant('event_types.id', 'waiting_list_entries.event_type_id'))
    .select([
      'waiting_list_entries.organization_id as organizationId',
      'waiting_list_entries.id as id',
      'waiting_list_entries.event_type_id as eventTypeId',
      'event_types.name as eventTypeName',
      'waiting_list_entries.email as email',
      'waiting_list_entries.name as name',
      'waiting_list_entries.timezone as timezone',
      'waiting_list_entries.wanted_from as wantedFrom',
      'waiting_list_entries.wanted_until as wantedUntil',
      'waiting_list_entries.created_at as createdAt',
      'waiting_list_entries.updated_at as updatedAt',
    ])
    .select([shownState(now).as('state'), ownRequest.as('requestId')])
    .where('waiting_list_entries.organization_id', '=', organizationId)
    .where('waiting_list_entries.state', '<>', 'unconfirmed')

export interface EntryFilter {
  /** A host of the event type. */
  readonly membershipId?: string | undefined
  readonly eventTypeId?: string | undefined
  readonly person?: Buffer | undefined
  readonly state?: ShownState | undefined
}

const isHostedBy = (membershipId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from event_type_hosts as host
  where host.organization_id = waiting_list_entries.organization_id and host.event_type_id = waiting_list_entries.event_type_id
    and host.membership_id = ${membershipId}
)`

export const listEntries = async (
  reader: Reader,
  organizationId: string,
  { membershipId, eventTypeId, person, state }: EntryFilter,
  page: PageRequest,
  now: Date,
): Promise<Page<ShownEntry>> => {
  let query = shownEntries(reader, organizationId, now)
  if (membershipId !== undefined) query = query.where(isHostedBy(membershipId))
  if (eventTypeId !== undefined) query = query.where('waiting_list_entries.event_type_id', '=', eventTypeId)
  if (person !== undefined) query = query.where('waiting_list_entries.person', '=', person)
  if (state !== undefined) query = query.where(sql<boolean>`${shownState(now)} = ${state}`)
  return mapPage(await readPage(query, page, byCreation('waiting_list_entries')), (entry) => entry)
}

/** With whether this member hosts what they wait for. */
export const findEntry = async (
  reader: Reader,
  { organizationId, id, membershipId }: { organizationId: string; id: string; membershipId: string },
  now: Date,
): Promise<(ShownEntry & { readonly isHost: boolean }) | undefined> =>
  shownEntries(reader, organizationId, now)
    .select(isHostedBy(membershipId).as('isHost'))
    .where('waiting_list_entries.id', '=', id)
    .executeTakeFirst()

const waitingPortion = 200

/** Who waits and has no offer, by the clock of the database; the longest waiting first. A portion, behind another. */
export const listWaiting = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  now: Date,
  after?: Pick<Waiting, 'id' | 'createdAt'>,
): Promise<Waiting[]> => {
  let query = tx
    .selectFrom('waiting_list_entries')
    .select([
      'id',
      'created_at as createdAt',
      'booking',
      'wanted_from as wantedFrom',
      'wanted_until as wantedUntil',
      sql<string>`(
        select coalesce(json_agg(extract(epoch from offer.starts_at)), '[]') from booking_requests as offer
        where offer.organization_id = waiting_list_entries.organization_id and offer.waiting_list_entry_id = waiting_list_entries.id
      )::text`.as('offered'),
    ])
    .where('organization_id', '=', organizationId)
    .where('event_type_id', '=', eventTypeId)
    .where('state', '=', 'waiting')
    .where('wanted_until', '>', now)
    .where(sql<boolean>`not ${isOffered}`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(waitingPortion)
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
  return (await query.execute()).map(({ booking, offered, ...row }) => ({
    ...row,
    booking: JSON.parse(booking) as Waiting['booking'],
    offered: (JSON.parse(offered) as number[]).map((seconds) => new Date(Math.round(seconds * 1000))),
  }))
}

/** The types of these organizations that somebody waits for. */
export const listWaitedFor = async (
  tx: Tx,
  organizationIds: readonly string[],
  now: Date,
): Promise<{ readonly organizationId: string; readonly eventTypeId: string }[]> =>
  tx
    .selectFrom('waiting_list_entries')
    .select(['organization_id as organizationId', 'event_type_id as eventTypeId'])
    .distinct()
    .where(sql<boolean>`organization_id = any(${[...organizationIds]}::uuid[])`)
    .where('state', '=', 'waiting')
    .where('wanted_until', '>', now)
    .execute()

/** What is offered to them now. */
export const findOffer = async (
  reader: Reader,
  { organizationId, id }: Pick<WaitingListEntry, 'organizationId' | 'id'>,
): Promise<string | undefined> => {
  const offer = await reader
    .selectFrom('booking_requests')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('waiting_list_entry_id', '=', id)
    .where('state', '=', 'open')
    .where('waits_for', '=', 'offer')
    .where(sql<boolean>`expires_at > statement_timestamp()`)
    .executeTakeFirst()
  return offer?.id
}

const keptMilliseconds = 30 * day

/** A portion of those that nobody confirmed within a day, and of those whose wanted days have been over for a month. */
export const deleteOldWaitingListEntries = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(
    tx,
    'waiting_list_entries',
    'id',
    sql`(state = 'unconfirmed' and created_at < ${unconfirmedSince(now)}) or wanted_until < ${new Date(now.getTime() - keptMilliseconds)}`,
  )

export const eraseEntriesOf = async (tx: Tx, organizationId: string, person: Buffer): Promise<void> => {
  await tx
    .deleteFrom('waiting_list_entries')
    .where('organization_id', '=', organizationId)
    .where('person', '=', person)
    .execute()
}
