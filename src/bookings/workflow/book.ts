import { randomUUID } from 'node:crypto'
import { recordFacts } from '#activity/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { type BookableToBook, findTaken, type HostsTime, lockHosts } from '#event-types/index.ts'
import type { OpenCall, WriteCall } from '#execution/operation.ts'
import type { Tx } from '#platform/db/database.ts'
import { answersFrom } from '../answers.ts'
import { dependsOnTaken, whyNotOffered, withRequestedDuration } from '../booking.ts'
import { type Booker, type BookingDraft, bookingFact, draftBookings } from '../draft.ts'
import { newMeeting } from '../new-meeting.ts'
import type { BookingOutcome } from '../outcome.ts'
import type { BookingRequest } from '../requests.ts'
import { toInviteeResource } from '../resources.ts'
import { insertMeeting, joinMeeting } from '../store/bookings.ts'
import { findBookedBefore } from '../store/own-bookings.ts'
import { lockSubmission } from '../store/submissions.ts'

/** What a booking may use of a running operation. */
export type BookingCall = Pick<OpenCall, 'tx' | 'links' | 'codes' | 'persons' | 'now'> &
  Partial<Pick<WriteCall, 'checkFixed'>>

interface Requested {
  readonly request: BookingRequest
  /** Of a form, so that sending it twice books once. */
  readonly inviteeId: string | undefined
  readonly by: Booker
  readonly linkId: string | null
}

/** Every new booking, by a caller who may book: lock, read, decide, write, tell. A refusal must not be committed. */
export const book = async (
  call: BookingCall,
  found: BookableToBook,
  { request, inviteeId, by, linkId }: Requested,
): Promise<BookingOutcome> => {
  const { tx, now } = call
  const { organizationId } = found.eventType
  const eventType = withRequestedDuration(found.eventType, request.duration)
  const bookable = { ...found, eventType }

  // Where no host has time the caller hears so at once, without waiting behind others who book.
  if (!bookable.areHostsBusy) await lockHosts(tx, bookable)

  const again = await bookedBefore(call, organizationId, inviteeId)
  if (again) return again
  const routingFormSubmissionId = await usableSubmission(tx, organizationId, request.submissionId, by)
  const time =
    bookable.areHostsBusy || !dependsOnTaken(eventType) ? nothingRead : await findTaken(tx, bookable, request.startsAt)

  const answers = answersFrom(request.answers, eventType.questions, request.answerForm)
  const details = { ...request.details, answers, routingFormSubmissionId }
  const attempt = { bookable, requested: request, inviteeId: inviteeId ?? randomUUID(), details, by, linkId }
  const drafts = draftBookings([attempt], time, call, now)
  if (!drafts) return { kind: 'taken', why: whyNotOffered(bookable, time, request.startsAt, now) }

  return save(call, drafts)
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
  throw invalid({ parameter: 'routing_form_submission', message: 'has led to a booking already' })
}

const nothingRead: HostsTime = { taken: [], assigned: new Map() }

/**
 * The last two steps, of bookings and moves: write and tell. Several are for the same time: all are booked, or none.
 */
export const save = async (
  { tx, links, now, checkFixed }: BookingCall,
  drafts: readonly BookingDraft[],
): Promise<BookingOutcome> => {
  const resources = drafts.map(({ resource }) => resource)
  for (const resource of resources) checkFixed?.(resource)

  const [first] = drafts
  const isNew = first !== undefined && !first.plan.joins
  if (isNew) {
    const meeting = newMeeting(first, now)
    // Written in one statement with its fact: while the hosts are locked, each round trip keeps others waiting.
    if (!(await insertMeeting(tx, first, meeting, bookingFact(links, first, meeting)))) return { kind: 'taken' }
  }
  const joining = isNew ? drafts.slice(1) : drafts
  const joined = await joinMeeting(tx, joining, now)
  if (!joined) return { kind: 'taken' }
  const facts = joined.map((meeting, index) => bookingFact(links, joining[index] as BookingDraft, meeting))
  await recordFacts(tx, facts)
  return { kind: 'booked', resources }
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
