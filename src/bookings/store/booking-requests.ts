import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { keepHeldTime, releaseTime } from '#availability/index.ts'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { insertJobs } from '#execution/store/jobs.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { findFirst, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { second } from '#platform/time/durations.ts'
import {
  type BookingRequest,
  type Gate,
  hostIds,
  type RequestedBooking,
  type RequestState,
} from '../booking-request.ts'
import { inviteeNamedBy, isGenuineToken } from '../invitee-token.ts'
import { deciderOf, requestNamedByDecision } from '../request-token.ts'

export const expiryJob = 'booking_request'
export const reminderJob = 'booking_request_reminder'

const isExpired = sql<boolean>`booking_requests.expires_at <= statement_timestamp()`

/** The clock of the database decides, whether or not the job has recorded that it expired. */
export const stateNow = sql<RequestState>`case when booking_requests.state = 'open' and ${isExpired} then 'expired' else booking_requests.state end`

const requests = (reader: Reader) =>
  reader
    .selectFrom('booking_requests')
    .select([
      'organization_id as organizationId',
      'id',
      'event_type_id as eventTypeId',
      'scheduled_event_id as scheduledEventId',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'gates',
      'expires_at as expiresAt',
      'booking',
      'waiting_list_entry_id as waitingListEntryId',
      'email',
      'name',
      'tries',
      'decided_by as decidedBy',
      'reason',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .select(stateNow.as('state'))

const requestFrom = ({ gates, booking, ...row }: RowOf<typeof requests>): BookingRequest => ({
  ...row,
  gates: JSON.parse(gates) as Gate[],
  booking: JSON.parse(booking) as RequestedBooking,
})

export const findBookingRequest = (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<BookingRequest | undefined> =>
  findFirst(requests(reader).where('organization_id', '=', organizationId).where('id', '=', id), requestFrom)

/** For those who know more than the id: what they know is checked next. */
export const findRequestById = (reader: Reader, id: string): Promise<BookingRequest | undefined> =>
  findFirst(requests(reader).where('id', '=', id), requestFrom)

export interface RequestFilter {
  /** A host of the meeting. */
  readonly membershipId?: string | undefined
  readonly eventTypeId?: string | undefined
  readonly person?: Buffer | undefined
  readonly state?: RequestState | undefined
}

export const listBookingRequests = async (
  reader: Reader,
  organizationId: string,
  { membershipId, eventTypeId, person, state }: RequestFilter,
  page: PageRequest,
): Promise<Page<BookingRequest>> => {
  let query = requests(reader).where('organization_id', '=', organizationId).where(isShown)
  if (membershipId !== undefined) query = query.where(sql<boolean>`hosts @> array[${membershipId}]`)
  if (eventTypeId !== undefined) query = query.where('event_type_id', '=', eventTypeId)
  if (person !== undefined) query = query.where('person', '=', person)
  if (state !== undefined) query = query.where(sql<boolean>`${stateNow} = ${state}`)
  return mapPage(await readPage(query, page, byCreation('booking_requests')), requestFrom)
}

/** Hosts hear of a request once its address is confirmed, or an offer is taken; until then it may be anybody's. */
const isShown = sql<boolean>`(booking_requests.waits_for not in ('email', 'offer') or booking_requests.state = 'confirmed')`

/** How many wait for a host to decide. */
export const countToDecide = async (
  reader: Reader,
  organizationId: string,
  membershipId: string | undefined,
): Promise<number> => {
  let query = reader
    .selectFrom('booking_requests')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'open')
    .where('waits_for', '=', 'approval')
    .where(sql<boolean>`not ${isExpired}`)
  if (membershipId !== undefined) query = query.where(sql<boolean>`hosts @> array[${membershipId}]`)
  return (await query.executeTakeFirstOrThrow()).count
}

/** How many requests to the one of these hosts who has most are open. */
export const countOpenRequests = async (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from booking_requests cross join lateral unnest(hosts) as host (id)
    where organization_id = ${organizationId} and state = 'open' and not ${isExpired} and host.id = any(${[...membershipIds]}::text[])
    group by host.id order by count desc limit 1`.execute(reader as Tx)
  return rows[0]?.count ?? 0
}

/** Until the end of the transaction. */
export const lockSource = async (tx: Tx, source: Buffer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${source.toString('hex')}::text, 1))`.execute(tx)
}

/** Requests from there whose address nobody has confirmed. */
export const countOpenOfSource = async (reader: Reader, organizationId: string, source: Buffer): Promise<number> => {
  const { count } = await reader
    .selectFrom('booking_requests')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('source', '=', source)
    .where('state', '=', 'open')
    .where(sql<boolean>`not ${isExpired}`)
    .executeTakeFirstOrThrow()
  return count
}

/** Requests of a person whose address is not confirmed yet. */
export const findUnconfirmed = async (tx: Tx, organizationId: string, person: Buffer): Promise<BookingRequest[]> => {
  const rows = await requests(tx)
    .where('organization_id', '=', organizationId)
    .where('person', '=', person)
    .where('waits_for', '=', 'email')
    .where('booking_requests.state', '=', 'open')
    .where(sql<boolean>`not ${isExpired}`)
    .execute()
  return rows.map(requestFrom)
}

type NewRequest = Omit<BookingRequest, 'state' | 'expiresAt' | 'tries' | 'decidedBy' | 'reason' | 'updatedAt'> & {
  readonly person: Buffer
  readonly source: Buffer | null
}

const secondsFromNow = (seconds: number): RawBuilder<Date> =>
  sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`

const waitsFor = ([first]: readonly Gate[]): Gate['kind'] => first?.kind ?? 'approval'

/** With the jobs that remind of it and record that it has expired: from `tellsFrom` on, or none. */
export const insertBookingRequest = async (
  tx: Tx,
  { person, source, ...request }: NewRequest,
  seconds: number,
  tellsFrom: Date | null = request.createdAt,
): Promise<BookingRequest> => {
  const { expires_at: expiresAt } = await tx
    .insertInto('booking_requests')
    .values({
      organization_id: request.organizationId,
      id: request.id,
      event_type_id: request.eventTypeId,
      scheduled_event_id: request.scheduledEventId,
      hosts: hostIds(request),
      starts_at: request.startsAt,
      ends_at: request.endsAt,
      waits_for: waitsFor(request.gates),
      state: 'open',
      expires_at: secondsFromNow(seconds),
      gates: JSON.stringify(request.gates),
      booking: JSON.stringify(request.booking),
      person,
      source,
      waiting_list_entry_id: request.waitingListEntryId,
      email: request.email,
      name: request.name,
      created_at: request.createdAt,
      updated_at: request.createdAt,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  if (tellsFrom) await insertJobsOf(tx, request, seconds, tellsFrom)
  return { ...request, state: 'open', expiresAt, tries: 0, decidedBy: null, reason: null, updatedAt: request.createdAt }
}

/** It waits for the next gate. Undefined if it is open no longer. */
export const moveToNextGate = async (
  tx: Tx,
  request: BookingRequest,
  seconds: number,
  now: Date,
): Promise<BookingRequest | undefined> => {
  const gates = request.gates.slice(1)
  const row = await tx
    .updateTable('booking_requests')
    .set({
      gates: JSON.stringify(gates),
      waits_for: waitsFor(gates),
      expires_at: secondsFromNow(seconds),
      tries: 0,
      // Its address is confirmed, if it waited for that.
      ...(request.gates[0]?.kind === 'email' ? { source: null } : {}),
      updated_at: now,
    })
    .where('organization_id', '=', request.organizationId)
    .where('id', '=', request.id)
    .where('state', '=', 'open')
    .where(sql<boolean>`not ${isExpired}`)
    .returning('expires_at')
    .executeTakeFirst()
  if (!row) return undefined
  await insertJobsOf(tx, { ...request, gates }, seconds, now)
  return { ...request, gates, expiresAt: row.expires_at, updatedAt: now }
}

/** Its time is kept so much longer. Undefined if it is open no longer. */
export const keepWhilePaid = async (
  tx: Tx,
  request: BookingRequest,
  seconds: number,
  now: Date,
): Promise<BookingRequest | undefined> => {
  const row = await tx
    .updateTable('booking_requests')
    .set({ gates: JSON.stringify(request.gates), expires_at: secondsFromNow(seconds), updated_at: now })
    .where('organization_id', '=', request.organizationId)
    .where('id', '=', request.id)
    .where('state', '=', 'open')
    .where(sql<boolean>`not ${isExpired}`)
    .returning('expires_at')
    .executeTakeFirst()
  return row && { ...request, expiresAt: row.expires_at, updatedAt: now }
}

/** At the end, and once before it where somebody decides. */
const insertJobsOf = async (
  tx: Tx,
  { organizationId, id, gates }: Pick<BookingRequest, 'organizationId' | 'id' | 'gates'>,
  seconds: number,
  now: Date,
): Promise<void> => {
  const jobAt = (kind: string, passed: number) => ({
    ...{ organizationId, kind, lane: kind, subjectId: id },
    runAt: new Date(now.getTime() + passed * second),
  })
  const reminders = gates[0]?.kind === 'approval' ? [jobAt(reminderJob, seconds / 2)] : []
  await insertJobs(tx, [...reminders, jobAt(expiryJob, seconds)], now)
}

/** A part of a condition: one of its hosts is no longer a member. */
const hasHostWhoLeft = sql<boolean>`exists (
  select from organization_memberships as member
  where member.organization_id = booking_requests.organization_id and member.id = any(booking_requests.hosts::uuid[]) and member.ended_at is not null
)`

export const hasLostHost = async (tx: Tx, { organizationId, id }: BookingRequest): Promise<boolean> =>
  (await requests(tx)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(hasHostWhoLeft)
    .executeTakeFirst()) !== undefined

/** At once, for the open requests of an organization that have lost a host. */
export const insertExpiryOfLost = async (tx: Tx, organizationId: string, now: Date): Promise<void> => {
  const lost = await requests(tx)
    .where('organization_id', '=', organizationId)
    .where('booking_requests.state', '=', 'open')
    .where(hasHostWhoLeft)
    .execute()
  const jobs = lost.map(({ id }) => ({ organizationId, kind: expiryJob, lane: expiryJob, subjectId: id }))
  await insertJobs(tx, jobs, now)
}

/** How a request ended. */
export interface Decision {
  readonly state: Exclude<RequestState, 'open'>
  readonly decidedBy?: string | undefined
  readonly reason?: string | null
  /** What is paid is booked even after it has expired. */
  readonly isPaid?: boolean
}

/**
 * Only one of all who decide at the same time. False if it was decided before, or has expired; only a request that has
 * not been recorded as expired can be recorded so.
 */
export const decideRequest = async (
  tx: Tx,
  { organizationId, id }: Pick<BookingRequest, 'organizationId' | 'id'>,
  { state, decidedBy, reason, isPaid = false }: Decision,
  now: Date,
): Promise<boolean> => {
  const decided = await tx
    .updateTable('booking_requests')
    .set({ state, decided_by: decidedBy ?? null, reason: reason ?? null, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', isPaid ? ['open', 'expired'] : ['open'])
    .where(isPaid ? sql<boolean>`true` : state === 'expired' ? isExpired : sql<boolean>`not ${isExpired}`)
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** A group meeting is about to end: who still waits for a seat in it waits for the same time, as a meeting of its own. */
export const keepTimeOfRequests = async (tx: Tx, organizationId: string, scheduledEventId: string): Promise<void> => {
  const newId = randomUUID()
  if (!(await keepHeldTime(tx, { organizationId, scheduledEventId, newId }))) return
  await tx
    .updateTable('booking_requests')
    .set({ scheduled_event_id: newId })
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', scheduledEventId)
    .where('state', '=', 'open')
    .execute()
}

export const deleteRequest = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx.deleteFrom('booking_requests').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** What is noted about the gate that it waits at. */
export const saveGates = async (
  tx: Tx,
  { organizationId, id }: Pick<BookingRequest, 'organizationId' | 'id'>,
  gates: readonly Gate[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('booking_requests')
    .set({ gates: JSON.stringify(gates), updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** A wrong code was entered. Returns how many there were. */
export const countTry = async (tx: Tx, { organizationId, id }: BookingRequest): Promise<number> => {
  const { tries } = await tx
    .updateTable('booking_requests')
    .set({ tries: sql<number>`tries + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries
}

/** No more codes are accepted: it expires at once. */
export const endPatience = async (tx: Tx, { organizationId, id }: BookingRequest): Promise<void> => {
  await tx
    .updateTable('booking_requests')
    .set({ expires_at: sql<Date>`statement_timestamp()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** What its jobs need: they know it by its id alone. */
export const loadRequests = async (tx: Tx, ids: readonly string[]): Promise<BookingRequest[]> => {
  const rows = await requests(tx)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('booking_requests.state', '=', 'open')
    .execute()
  return rows.map(requestFrom)
}

/** For the invitee, who is identified by the token. */
export const findRequestByToken = async (
  reader: Reader,
  codes: Codes,
  token: string,
): Promise<BookingRequest | undefined> => {
  const named = token.toLowerCase()
  const id = inviteeNamedBy(named)
  const request = id === undefined ? undefined : await findRequestById(reader, id)
  return request && isGenuineToken(codes, named, request) ? request : undefined
}

/** For one of its hosts, who is identified by the token from their mail. */
export const findRequestToDecide = async (
  reader: Reader,
  codes: Codes,
  token: string,
): Promise<{ readonly request: BookingRequest; readonly membershipId: string } | undefined> => {
  const id = requestNamedByDecision(token)
  const request = id === undefined ? undefined : await findRequestById(reader, id)
  const membershipId = request && deciderOf(codes, token, request)
  if (!request || membershipId === undefined) return undefined
  // What was mailed to a member ends with their membership.
  const member = await reader
    .selectFrom('organization_memberships')
    .select('id')
    .where('organization_id', '=', request.organizationId)
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return member && { request, membershipId }
}

/** Erases a person's requests: what was open is over, and its time free. As a guest they are taken out of others'. */
export const eraseRequestsOf = async (
  tx: Tx,
  organizationId: string,
  person: Buffer,
  matchesPerson: (address: string) => boolean,
): Promise<void> => {
  const own = await tx
    .deleteFrom('booking_requests')
    .where('organization_id', '=', organizationId)
    .where('person', '=', person)
    .returning(['id', 'scheduled_event_id as scheduledEventId'])
    .execute()
  for (const { id, scheduledEventId } of own) await releaseTime(tx, { organizationId, scheduledEventId, requestId: id })
  const withGuests = await requests(tx)
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`json_array_length(booking -> 'details' -> 'guests') > 0`)
    .execute()
  for (const { id, booking } of withGuests.map(requestFrom)) {
    const guests = booking.details.guests.filter((address) => !matchesPerson(address))
    if (guests.length === booking.details.guests.length) continue
    await tx
      .updateTable('booking_requests')
      .set({ booking: JSON.stringify({ ...booking, details: { ...booking.details, guests } }) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
  }
}
