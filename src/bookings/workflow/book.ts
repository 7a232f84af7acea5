import { randomUUID } from 'node:crypto'
import type { OpenCall, WriteCall } from '#contract/operation.ts'
import type { BookingLink, LockedBookable } from '#event-types/index.ts'
import { answersFrom } from '../answers.ts'
import { whyNotOffered, withRequestedDuration } from '../booking.ts'
import { type Booker, type BookingAttempt, byInvitee, draftBookings } from '../draft.ts'
import type { BookingOutcome } from '../outcome.ts'
import type { BookingRequest } from '../requests.ts'
import { toInviteeResource } from '../resources.ts'
import { insertBookings } from '../store/bookings.ts'
import { findBookedBefore } from '../store/own-bookings.ts'
import { usableSubmission } from '../store/submissions.ts'

/** What a booking may use of a running operation. */
export type BookingCall = Pick<OpenCall, 'tx' | 'links' | 'codes' | 'persons' | 'now'> & Partial<Pick<WriteCall, 'checkFixed'>>

/**
 * The last step of every booking and move: decide, save, tell. Several are for the same time: all are booked, or none. The hosts must be locked; a
 * refusal must not be committed.
 */
export const book = async (call: BookingCall, attempts: readonly BookingAttempt[]): Promise<BookingOutcome> => {
  const { tx, now, checkFixed } = call
  const drafts = draftBookings(attempts, call, now)
  if (!drafts) return { kind: 'taken', why: attempts[0] && whyNotOffered(attempts[0].bookable, attempts[0].requested.startsAt, now) }
  const resources = drafts.map(({ resource }) => resource)
  for (const resource of resources) checkFixed?.(resource)
  return (await insertBookings(tx, drafts, now)) ? { kind: 'booked', resources } : { kind: 'taken' }
}

interface Requested {
  readonly request: BookingRequest
  readonly inviteeId?: string | undefined
  readonly submissionId: string | null
  readonly by: Booker
  readonly linkId: string | null
}

/** Books a request for a type that has the requested duration already; the answers are checked against its questions. */
export const bookRequested = (call: BookingCall, bookable: LockedBookable, requested: Requested): Promise<BookingOutcome> => {
  const { request, inviteeId = randomUUID(), submissionId, by, linkId } = requested
  const answers = answersFrom(request.answers, bookable.eventType.questions, request.answerForm)
  const details = { ...request.details, answers, routingFormSubmissionId: submissionId }
  return book(call, [{ bookable, requested: request, inviteeId, details, by, linkId }])
}

/** A booking by a visitor. The same form always gives the same id, so that sending it twice books once. */
export const bookOnce = async (
  call: BookingCall,
  bookable: LockedBookable,
  { inviteeId, request }: { readonly inviteeId: string | undefined; readonly request: BookingRequest },
  link?: BookingLink,
): Promise<BookingOutcome> => {
  const { organizationId } = bookable.eventType
  const again = await bookedBefore(call, organizationId, inviteeId)
  if (again) return again
  const submissionId = await usableSubmission(call.tx, organizationId, request.submissionId)
  const eventType = withRequestedDuration(bookable.eventType, request.duration)
  return bookRequested(call, { ...bookable, eventType }, { request, inviteeId, submissionId, by: byInvitee, linkId: link?.id ?? null })
}

/** What the same form has booked before. The hosts must be locked, or the link used: then the first attempt has committed. */
export const bookedBefore = async (call: BookingCall, organizationId: string, inviteeId: string | undefined): Promise<BookingOutcome | undefined> => {
  const invitee = await findBookedBefore(call.tx, organizationId, inviteeId)
  return invitee && { kind: 'booked_before', resources: [toInviteeResource(call, invitee)] }
}
