import { recordFacts } from '#activity/index.ts'
import { findBookableToMove, findBookingLinks, findTaken, lockHosts } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { whyNotOffered } from '../booking.ts'
import { draftBookings } from '../draft.ts'
import type { Invitee } from '../invitee.ts'
import { attemptsToMove, type Move, moveCancellation, movingTo, whyNotMovable } from '../move.ts'
import type { BookingOutcome } from '../outcome.ts'
import { changerWithRights } from '../rights.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { cancelInviteeRows, findComingInvitees, findInvitee } from '../store/invitees.ts'
import { lockScheduledEvent } from '../store/scheduled-events.ts'
import { type BookingCall, bookedBefore, writeBookings } from './book.ts'

type KnownMeeting = Pick<ScheduledEvent, 'organizationId' | 'id' | 'eventTypeId'>

/**
 * Cancels the old bookings and books the new ones, with the same hosts if they are free, for a caller who may: lock,
 * read, free the old time, decide, write, tell. A refusal must not be committed. The number of statements does not
 * depend on how many are moved.
 */
export const move = async (
  call: BookingCall,
  { organizationId, id, eventTypeId }: KnownMeeting,
  wanted: Move,
): Promise<BookingOutcome> => {
  const { tx, now } = call
  const { only, startsAt, by } = wanted
  const found = await findBookableToMove(tx, organizationId, eventTypeId)
  if (!found) return { kind: 'closed', reason: 'unknown' }

  // The hosts before the meeting, as every booking does, so that two transactions cannot deadlock. From here on nobody
  // joins the meeting or leaves it.
  await lockHosts(tx, organizationId, found.hosts)
  const locked = await lockScheduledEvent(tx, organizationId, id, changerWithRights(by.scheduledBy?.membershipId))
  if (!locked) return { kind: 'closed', reason: 'unknown' }
  const { scheduledEvent: before, callerName } = locked

  const invitees = await findMoving(tx, before, only)
  const again = await movedBefore(call, invitees, only)
  if (again) return again
  const refusal = whyNotMovable(invitees, before, wanted, now)
  if (refusal) return refusal
  const links = await findBookingLinks(tx, organizationId, [...new Set(invitees.flatMap(({ linkId }) => linkId ?? []))])

  // The old time is freed before the taken times are read, so that the meeting is no obstacle to itself.
  const moving = movingTo(invitees, only)
  const cancellation = moveCancellation(moving, wanted, callerName, now)
  await cancelInviteeRows(tx, before, moving, cancellation)
  const time = await findTaken(tx, found, startsAt)

  const attempts = attemptsToMove(found, { before, moving, links, cancellation }, wanted)
  const drafts = draftBookings(attempts, time, call, now)
  if (!drafts) return { kind: 'taken', why: whyNotOffered(attempts[0]?.bookable ?? found, time, startsAt, now) }

  const unrecorded = await writeBookings(call, drafts)
  if (!unrecorded) return { kind: 'taken' }

  await recordFacts(tx, unrecorded)
  return { kind: 'booked', resources: drafts.map(({ resource }) => resource) }
}

const findMoving = async (
  tx: Tx,
  { organizationId, id }: ScheduledEvent,
  only: Move['only'],
): Promise<readonly Invitee[]> => {
  if (!only) return findComingInvitees(tx, organizationId, id)
  const invitee = await findInvitee(tx, organizationId, only.inviteeId)
  return invitee ? [invitee] : []
}

/** What the same form has moved before. */
const movedBefore = async (
  call: BookingCall,
  [first]: readonly Invitee[],
  only: Move['only'],
): Promise<BookingOutcome | undefined> =>
  first && only && first.new?.id === only.newId ? bookedBefore(call, first.organizationId, only.newId) : undefined
