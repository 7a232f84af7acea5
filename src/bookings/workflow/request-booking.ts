import { recordFacts } from '#activity/index.ts'
import { endHold, holdSeat, reserveSpans } from '#availability/index.ts'
import { Problem, tooManyRequests } from '#contract/problem.ts'
import { type BookableToBook, lockHosts } from '#event-types/index.ts'
import { second } from '#platform/time/durations.ts'
import { whyNotOffered, withRequestedDuration } from '../booking.ts'
import { type BookingRequest, type Gate, maxOpenOfSource, maxOpenRequests, patienceAt } from '../booking-request.ts'
import { type BookingDraft, draftBookings } from '../draft.ts'
import type { RequestOutcome } from '../outcome.ts'
import { requestFact } from '../request-fact.ts'
import {
  countOpenOfSource,
  countOpenRequests,
  endPatience,
  findRequestById,
  findUnconfirmed,
  insertBookingRequest,
  lockSource,
} from '../store/booking-requests.ts'
import { attemptFor, type BookingCall, type Requested, readForBooking } from './book.ts'

/**
 * A booking that must pass something first: its time is kept meanwhile. Lock, read, decide, write, tell, as `book`
 * does. A refusal must not be committed.
 */
export const requestBooking = async (
  call: BookingCall,
  found: BookableToBook,
  requested: Requested,
  gates: readonly Gate[],
): Promise<RequestOutcome> => {
  const { tx, now } = call
  const { startsAt, duration } = requested.request
  const bookable = { ...found, eventType: withRequestedDuration(found.eventType, duration) }
  const { organizationId } = bookable.eventType

  if (!bookable.areHostsBusy) await lockHosts(tx, organizationId, bookable.hosts)

  const before = requested.inviteeId === undefined ? undefined : await findRequestById(tx, requested.inviteeId)
  if (before) return { kind: 'requested', request: before }
  const read = await readForBooking(call, bookable, requested)
  // What was booked has passed already, and is found as a request above.
  if ('before' in read) return { kind: 'taken' }

  const [draft] = draftBookings([attemptFor(bookable, requested, read)], read.time, call, now) ?? []
  if (!draft) return { kind: 'taken', why: whyNotOffered(bookable, read.time, startsAt, now) }
  await checkHostsHaveRoom(call, draft)

  const { minimum_notice: minimumNotice } = bookable.eventType.rules
  const seconds = patienceAt(gates[0], { startsAt, minimumNotice }, now) / second
  await replaceUnconfirmed(call, draft)
  const { waitingListEntryId = null } = requested
  const source = await sourceWithRoom(call, organizationId, requested.source)
  if (!(await reserveTime(call, draft, seconds))) return { kind: 'taken' }
  const request = await insertBookingRequest(
    tx,
    { ...requestFrom(draft, gates, now), source, waitingListEntryId },
    seconds,
  )

  // The fact about the booking tells of one that passes at once.
  if (gates.length === 0) return { kind: 'requested', request }
  const { links, persons } = call
  await recordFacts(tx, [
    requestFact(beginning[gates[0]?.kind ?? 'approval'], { links, persons, actor: requested.by.actor, now }, request),
  ])
  return { kind: 'requested', request }
}

/** What is told of a request that begins to wait. */
const beginning = {
  email: 'booking_request.code_sent',
  offer: 'booking_request.offered',
  approval: 'booking_request.created',
  payment: 'booking_request.created',
} as const

const checkHostsHaveRoom = async ({ tx }: BookingCall, { plan }: BookingDraft): Promise<void> => {
  const ids = plan.hosts.map(({ membershipId }) => membershipId)
  if ((await countOpenRequests(tx, plan.eventType.organizationId, ids)) >= maxOpenRequests)
    throw new Problem(tooManyRequests, { reason: 'too_many_open_requests' })
}

/** The source as it is stored. Its lock makes requests of one source that come at the same time wait for each other. */
const sourceWithRoom = async (
  { tx, persons }: BookingCall,
  organizationId: string,
  source: string | undefined,
): Promise<Buffer | null> => {
  if (source === undefined) return null
  const hash = persons.of(organizationId, `source ${source}`)
  await lockSource(tx, hash)
  if ((await countOpenOfSource(tx, organizationId, hash)) >= maxOpenOfSource)
    throw new Problem(tooManyRequests, { reason: 'too_many_from_source' })
  return hash
}

/** Of those whose address is not confirmed, a person has one: the latest. */
const replaceUnconfirmed = async ({ tx }: BookingCall, { plan, invitee }: BookingDraft): Promise<void> => {
  for (const before of await findUnconfirmed(tx, plan.eventType.organizationId, invitee.person)) {
    await endPatience(tx, before)
    await endHold(tx, holderOf(before), before.booking.isGroup)
  }
}

export const holderOf = ({ organizationId, scheduledEventId, id }: BookingRequest) => ({
  organizationId,
  scheduledEventId,
  requestId: id,
})

/** The time of the hosts; or a seat, at a group time. */
const reserveTime = async (
  { tx }: BookingCall,
  { plan: { eventType, hosts, meeting, joins, isReserved }, invitee }: BookingDraft,
  seconds: number,
): Promise<boolean> => {
  const { organizationId } = eventType
  const ids = hosts.map(({ membershipId }) => membershipId)
  if (eventType.kind !== 'group') return reserveSpans(tx, organizationId, ids, meeting, { seconds, seats: 1 })
  const isFirst = !(joins || isReserved)
  if (isFirst && !(await reserveSpans(tx, organizationId, ids, meeting, { seconds, seats: 0 }))) return false
  return holdSeat(tx, { organizationId, scheduledEventId: meeting.scheduledEventId, requestId: invitee.id }, seconds)
}

const requestFrom = ({ plan, invitee }: BookingDraft, gates: readonly Gate[], now: Date) => {
  const { id, person, old: _, linkId, schedulingMethod, scheduledBy, ...details } = invitee
  const { eventType, hosts, meeting, location } = plan
  return {
    organizationId: eventType.organizationId,
    id,
    eventTypeId: eventType.id,
    scheduledEventId: meeting.scheduledEventId,
    startsAt: meeting.startsAt,
    endsAt: meeting.endsAt,
    gates,
    person,
    email: details.email,
    name: details.name,
    createdAt: now,
    booking: {
      name: eventType.name,
      duration: eventType.duration,
      location,
      hosts: hosts.map(({ membershipId, userId, name, email }) => ({ membershipId, userId, name, email })),
      isGroup: eventType.kind === 'group',
      bufferedFrom: meeting.bufferedFrom.getTime(),
      bufferedTo: meeting.bufferedTo.getTime(),
      details,
      linkId,
      schedulingMethod,
      scheduledBy,
    },
  }
}
