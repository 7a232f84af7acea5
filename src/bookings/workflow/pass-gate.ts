import { type Actor, recordFacts } from '#activity/index.ts'
import { holdLonger, releaseTime } from '#availability/index.ts'
import { refuse } from '#contract/problem.ts'
import { findBookableToMove, findTaken, lockHosts } from '#event-types/index.ts'
import { second } from '#platform/time/durations.ts'
import type { BookingPlan } from '../booking.ts'
import { type BookingRequest, patienceAt } from '../booking-request.ts'
import { draftPlanned } from '../draft.ts'
import type { InviteePayment } from '../invitee.ts'
import { BookingRefused } from '../outcome.ts'
import { requestFact } from '../request-fact.ts'
import { type Decision, decideRequest, findBookingRequest, moveToNextGate } from '../store/booking-requests.ts'
import { moveEntry } from '../store/waiting-list.ts'
import { type BookingCall, writeBookings } from './book.ts'
import { holderOf } from './request-booking.ts'

/** Who passes or ends a request. */
export interface Decider {
  readonly actor: Actor
  /** A member; undefined for the invitee and the service. */
  readonly membershipId?: string | undefined
}

/** Its hosts are locked, so that only one of all who decide at once finds it open. */
export const lockRequest = async ({ tx }: BookingCall, before: BookingRequest): Promise<BookingRequest> => {
  await lockHosts(tx, before.organizationId, before.booking.hosts)
  return (await findBookingRequest(tx, before.organizationId, before.id)) ?? before
}

/** It has passed what it waited for: it waits for the next, or is booked. The request is locked. */
export const passGate = async (
  call: BookingCall,
  request: BookingRequest,
  decider: Decider,
): Promise<BookingRequest> => {
  const [passed, next] = request.gates
  if (!next) return confirm(call, request, decider)
  const { tx, links, persons, now } = call
  const found = await findBookableToMove(tx, request.organizationId, request.eventTypeId)
  const minimumNotice = found?.eventType.rules.minimum_notice ?? 0
  const seconds = patienceAt(next, { startsAt: request.startsAt, minimumNotice }, now) / second
  const moved = await moveToNextGate(tx, request, seconds, now)
  if (!moved) throw settled(await reread(call, request))
  await holdLonger(tx, holderOf(request), request.booking.isGroup, seconds)
  const name =
    passed?.kind === 'approval' ? ('booking_request.accepted' as const) : ('booking_request.created' as const)
  await recordFacts(tx, [requestFact(name, { links, persons, now, actor: decider.actor }, moved)])
  return moved
}

/**
 * Its time becomes the meeting, or its seat one in the meeting. Hours and dates that changed since do not matter: it
 * was promised.
 */
export const confirm = async (
  call: BookingCall,
  request: BookingRequest,
  { actor, membershipId }: Decider,
  payment: InviteePayment | null = null,
): Promise<BookingRequest> => {
  const { tx, links, persons, now } = call
  const decision = { state: 'confirmed' as const, decidedBy: membershipId, isPaid: payment !== null }
  const isDecided = await decideRequest(tx, request, decision, now)
  if (!isDecided) throw settled(await reread(call, request))
  const { organizationId, waitingListEntryId: id } = request
  // Who paid late waits again.
  if (id !== null) await moveEntry(tx, { organizationId, id }, ['waiting'], 'booked', now)
  const plan = await planOf(call, request)
  if (!plan) throw new BookingRefused({ kind: 'taken' })
  // Within this transaction nobody else can take it.
  await releaseTime(tx, holderOf(request))

  const { linkId, schedulingMethod, scheduledBy } = request.booking
  const details = { ...request.booking.details, payment }
  const by = { actor: { type: 'invitee' as const }, schedulingMethod, scheduledBy }
  const draft = draftPlanned(plan, { inviteeId: request.id, details, by, linkId }, call, now)
  const unrecorded = await writeBookings(call, [draft])
  if (!unrecorded) throw new BookingRefused({ kind: 'taken' })

  const confirmed = { ...request, state: 'confirmed' as const, decidedBy: membershipId ?? null, updatedAt: now }
  const told = { links, persons, now, actor }
  await recordFacts(tx, [...unrecorded, requestFact('booking_request.confirmed', told, confirmed)])
  return confirmed
}

/** What was planned when it was requested, with its hosts as they are now. Undefined if one of them hosts no longer. */
const planOf = async (
  { tx }: BookingCall,
  { organizationId, eventTypeId, scheduledEventId, startsAt, endsAt, booking }: BookingRequest,
): Promise<BookingPlan | undefined> => {
  const found = await findBookableToMove(tx, organizationId, eventTypeId)
  const hosts = booking.hosts.flatMap(
    ({ membershipId }) => found?.hosts.find((host) => host.membershipId === membershipId) ?? [],
  )
  if (!found || hosts.length < booking.hosts.length) return undefined
  const meetings = booking.isGroup ? (await findTaken(tx, found, startsAt)).taken : []
  const meeting = meetings.find((span) => span.scheduledEventId === scheduledEventId && span.kind === 'meeting')
  return {
    eventType: { ...found.eventType, name: booking.name, duration: booking.duration },
    hosts,
    meeting: {
      scheduledEventId,
      eventTypeId,
      startsAt,
      endsAt,
      bufferedFrom: new Date(booking.bufferedFrom),
      bufferedTo: new Date(booking.bufferedTo),
    },
    location: booking.location,
    joins: meeting !== undefined,
    isReserved: meeting === undefined,
  }
}

/**
 * Whoever took a time from a waiting list and does not get it waits at their old place, and for other times. Whoever
 * withdraws does not.
 */
const endTaken = async (
  tx: BookingCall['tx'],
  { organizationId, waitingListEntryId: id, gates: [first] }: BookingRequest,
  state: Exclude<Decision['state'], 'confirmed'>,
  now: Date,
): Promise<void> => {
  if (id === null || first?.kind === 'offer') return
  await moveEntry(tx, { organizationId, id }, ['booked'], state === 'withdrawn' ? 'left' : 'waiting', now)
}

/** It is over, and its time free. The request is locked. */
export const endRequest = async (
  call: Pick<BookingCall, 'tx' | 'links' | 'persons' | 'now'>,
  request: BookingRequest,
  {
    state,
    reason = null,
  }: { readonly state: Exclude<Decision['state'], 'confirmed'>; readonly reason?: string | null },
  { actor, membershipId }: Decider,
): Promise<BookingRequest | undefined> => {
  const { tx, links, persons, now } = call
  if (!(await decideRequest(tx, request, { state, decidedBy: membershipId, reason }, now))) return undefined
  await releaseTime(tx, holderOf(request))
  await endTaken(tx, request, state, now)
  const ended = { ...request, state, reason, decidedBy: membershipId ?? null, updatedAt: now }
  const told = { links, persons, now, actor }
  await recordFacts(tx, [requestFact(`booking_request.${state}` as const, told, ended)])
  return ended
}

const reread = async (
  { tx }: BookingCall,
  { organizationId, id }: BookingRequest,
): Promise<BookingRequest | undefined> => findBookingRequest(tx, organizationId, id)

/** Why it cannot be decided any more. */
export const settled = (request: BookingRequest | undefined) =>
  refuse('request_settled', { state: request?.state ?? 'expired' })
