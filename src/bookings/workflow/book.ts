import { randomUUID } from 'node:crypto'
import { type Fact, recordFacts } from '#activity/index.ts'
import { dropReservation, followHeldSeats } from '#availability/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { type BookableToBook, findTaken, type HostsTime, lockHosts } from '#event-types/index.ts'
import type { OpenCall, WriteCall } from '#execution/operation.ts'
import type { Tx } from '#platform/db/database.ts'
import { answersFrom } from '../answers.ts'
import { dependsOnTaken, whyNotOffered, withRequestedDuration } from '../booking.ts'
import { type Booker, type BookingAttempt, type BookingDraft, bookingFact, draftBookings } from '../draft.ts'
import { newMeeting } from '../new-meeting.ts'
import type { BookingOutcome } from '../outcome.ts'
import type { SentBooking } from '../requests.ts'
import { toInviteeResource } from '../resources.ts'
import { insertMeeting, joinMeeting } from '../store/bookings.ts'
import { findBookedBefore } from '../store/own-bookings.ts'
import { lockSubmission } from '../store/submissions.ts'

/** What a booking may use of a running operation. */
export type BookingCall = Pick<OpenCall, 'tx' | 'links' | 'codes' | 'persons' | 'now'> &
  Partial<Pick<WriteCall, 'checkFixed'>>

export interface Requested {
  readonly request: SentBooking
  /** Of a form, so that sending it twice books once. */
  readonly inviteeId: string | undefined
  readonly by: Booker
  readonly linkId: string | null
  /** Of a visitor: few requests from one are open whose address is not confirmed. */
  readonly source?: string | undefined
  /** Whom of the waiting list it is offered to. */
  readonly waitingListEntryId?: string
}

/** Every new booking, by a caller who may book: lock, read, decide, write, tell. A refusal must not be committed. */
export const book = async (call: BookingCall, found: BookableToBook, requested: Requested): Promise<BookingOutcome> => {
  const { tx, now } = call
  const { startsAt, duration } = requested.request
  const bookable = { ...found, eventType: withRequestedDuration(found.eventType, duration) }

  // Where no host has time the caller hears so at once, without waiting behind others who book.
  if (!bookable.areHostsBusy) await lockHosts(tx, bookable.eventType.organizationId, bookable.hosts)

  const read = await readForBooking(call, bookable, requested)
  if ('before' in read) return read.before

  const drafts = draftBookings([attemptFor(bookable, requested, read)], read.time, call, now)
  if (!drafts) return { kind: 'taken', why: whyNotOffered(bookable, read.time, startsAt, now) }

  const unrecorded = await writeBookings(call, drafts)
  if (!unrecorded) return { kind: 'taken' }

  await recordFacts(tx, unrecorded)
  return { kind: 'booked', resources: drafts.map(({ resource }) => resource) }
}

interface Read {
  readonly time: HostsTime
  readonly routingFormSubmissionId: string | null
}

const nothingRead: HostsTime = { taken: [], assigned: new Map() }

/** What the decision depends on; or what the same form has booked before. */
export const readForBooking = async (
  call: BookingCall,
  bookable: BookableToBook,
  { request, inviteeId, by }: Requested,
): Promise<Read | { readonly before: BookingOutcome }> => {
  const { tx } = call
  const { eventType, areHostsBusy } = bookable
  const before = await bookedBefore(call, eventType.organizationId, inviteeId)
  if (before) return { before }
  const routingFormSubmissionId = await usableSubmission(tx, eventType.organizationId, request.submissionId, by)
  const needsTaken = !areHostsBusy && dependsOnTaken(eventType)
  return { routingFormSubmissionId, time: needsTaken ? await findTaken(tx, bookable, request.startsAt) : nothingRead }
}

/**
 * An invitee's page has it from its address, and ignores one that cannot be used. For everybody else that is an error.
 */
const usableSubmission = async (
  tx: Tx,
  organizationId: string,
  id: string | undefined,
  by: Booker,
): Promise<string | null> => {
  if (id === undefined) return null
  const state = await lockSubmission(tx, organizationId, id)
  if (state === 'free') return id
  if (by.actor.type === 'invitee') return null
  if (state === 'unknown') throw missing()
  throw invalid({ parameter: 'routing_form_submission', reason: 'submission_used' })
}

export const attemptFor = (
  bookable: BookableToBook,
  { request, inviteeId = randomUUID(), by, linkId }: Requested,
  { routingFormSubmissionId }: Read,
): BookingAttempt => {
  const answers = answersFrom(request.answers, bookable.eventType.questions, request.answerForm)
  const details = { ...request.details, answers, routingFormSubmissionId, payment: null }
  return { bookable, requested: request, inviteeId, details, by, linkId }
}

/**
 * The write of bookings and moves. Several are for the same time: all are written, or none. Returns the facts that are
 * still to be recorded; undefined when the constraint found the time taken, and nothing may be committed. The fact
 * about a new meeting is written in one statement with it, because while the hosts are locked each round trip keeps
 * others waiting.
 */
export const writeBookings = async (
  { tx, links, now, checkFixed }: BookingCall,
  drafts: readonly BookingDraft[],
): Promise<readonly Fact[] | undefined> => {
  for (const { resource } of drafts) checkFixed?.(resource)

  const [first] = drafts
  const isNew = first !== undefined && !first.plan.joins
  if (isNew) {
    const { eventType, meeting: wanted, isReserved } = first.plan
    if (isReserved) await dropReservation(tx, eventType.organizationId, wanted.scheduledEventId)
    const meeting = newMeeting(first, now)
    if (!(await insertMeeting(tx, first, meeting, bookingFact(links, first, meeting)))) return undefined
    // Others may hold seats in it.
    if (isReserved) await followHeldSeats(tx, eventType.organizationId, wanted.scheduledEventId)
  }
  const joining = isNew ? drafts.slice(1) : drafts
  const joined = await joinMeeting(tx, joining, now)
  return joined?.map((meeting, index) => bookingFact(links, joining[index] as BookingDraft, meeting))
}

/**
 * What the same form has booked before. The hosts must be locked, or the link used: then the first attempt has
 * committed.
 */
export const bookedBefore = async (
  call: BookingCall,
  organizationId: string,
  inviteeId: string | undefined,
): Promise<BookingOutcome | undefined> => {
  const invitee = await findBookedBefore(call.tx, organizationId, inviteeId)
  return invitee && { kind: 'booked_before', resources: [toInviteeResource(call, invitee)] }
}
