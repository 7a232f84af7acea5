import { existing, invalidArgument, Problem } from '#contract/problem.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { domainsOf, isBlocked, loadVisitorRules } from '#organizations/index.ts'
import { writeSecond } from '#platform/time/instant.ts'
import { type BookingRequest, gatesOf } from '../booking-request.ts'
import { type ClosedEntryPoint, type EntryPoint, type VisitorBookable, withDuration } from '../entry-point.ts'
import { bookEventType } from '../operations/book-event-type.ts'
import { bookThroughLink } from '../operations/book-through-link.ts'
import { moveOwnBooking } from '../operations/move-own-booking.ts'
import { requestEventType } from '../operations/request-event-type.ts'
import { requestThroughLink } from '../operations/request-through-link.ts'
import { BookingRefused } from '../outcome.ts'
import type { OwnBooking } from '../own-booking.ts'
import { neededBits } from '../proof-of-work.ts'
import { findRequestById } from '../store/booking-requests.ts'
import { findBookingOfForm, hasSeat } from '../store/own-bookings.ts'
import { findAtEntryPoint, findOpenTimes } from '../store/visitor-bookables.ts'

/** What a visitor sent, as the page read it. */
export interface VisitorAttempt<FieldErrors> {
  readonly entryPoint: EntryPoint
  /** Derived from the form, so that a form sent twice books once. */
  readonly inviteeId: string
  /** The network that the visitor is in. */
  readonly source: string
  readonly startsAt: Date
  readonly minutes: number | undefined
  /** The address for which another seat at the same group time was confirmed. */
  readonly anotherSeatFor: string | undefined
  /** Validates the form against what is offered: the fields of the operation's input, or what is wrong. */
  read(bookable: VisitorBookable): ReadForm | { readonly errors: FieldErrors }
  /**
   * Counts the attempt against the rate limits, and throws when they are exceeded. Only what can be booked is counted.
   */
  admit(bookable: VisitorBookable, recipients: readonly string[]): Promise<void>
  /** How full the limits are that it will be counted against, from 0 to 1. */
  fullness(bookable: VisitorBookable): Promise<number>
  /** Whether a proof of work of so many bits came with the form. Undefined: its script can make one. */
  proves(bits: number): boolean | undefined
}

export interface ReadForm {
  readonly fields: Readonly<Record<string, unknown>>
  /** Everybody who will get mail about the booking, the invitee first. */
  readonly recipients: readonly string[]
}

export type VisitorOutcome<FieldErrors> =
  /** Now, or by the same form before. */
  | { readonly kind: 'booked'; readonly own: OwnBooking }
  /** The booking must pass something first. */
  | { readonly kind: 'requested'; readonly request: BookingRequest }
  | { readonly kind: 'closed'; readonly closed: ClosedEntryPoint }
  | { readonly kind: 'errors'; readonly bookable: VisitorBookable; readonly errors: FieldErrors }
  /** The form is to be sent again with a proof of work. */
  | { readonly kind: 'proof'; readonly bits: number; readonly bookable: VisitorBookable }
  /** `has_seat`: the address has a seat at this group time, and nobody confirmed another. `blocked`: it may book nothing. */
  | { readonly kind: 'taken' | 'same_time' | 'invalid' | 'has_seat' | 'blocked'; readonly bookable: VisitorBookable }

/** A visitor books or moves. The attempt is counted before the transaction; the outcome is read after it. */
export const bookAsVisitor = async <FieldErrors>(
  context: AppContext,
  attempt: VisitorAttempt<FieldErrors>,
  now: Date,
): Promise<VisitorOutcome<FieldErrors>> => {
  const before = await findBookedBySameForm(context, attempt)
  if (before) return before
  const found = await findAtEntryPoint(context.database.reader, context.codes, attempt.entryPoint, now)
  if ('closed' in found) return (await findBySameForm(context, attempt)) ?? { kind: 'closed', closed: found.closed }
  const bookable = withDuration(found.bookable, attempt.minutes)
  const form = attempt.read(bookable)
  if ('errors' in form) return { kind: 'errors', bookable, errors: form.errors }
  const passage = await passageOf(context, attempt, bookable, form)
  if (passage.kind === 'blocked' || passage.kind === 'proof') return { ...passage, bookable }
  if (!(await isOpenAt(context, bookable, attempt.startsAt, now)))
    return (
      (await findBySameForm(context, attempt)) ?? {
        kind: isSameTime(bookable, attempt.startsAt) ? 'same_time' : 'taken',
        bookable,
      }
    )
  if (await isSecondSeat(context, attempt, bookable, form)) {
    // No mail is sent, so it does not count for the mailboxes; but it must not be a way to find out who comes.
    await attempt.admit(bookable, [])
    return { kind: 'has_seat', bookable }
  }
  await attempt.admit(bookable, form.recipients)
  try {
    await run(context, attempt, bookable, form, passage.kind === 'confirms_address')
  } catch (error) {
    return afterRefusal(context, attempt, bookable, error, now)
  }
  return existing(await findBySameForm(context, attempt))
}

/** What the rules for visitors ask of this one. Whoever has a link to move a booking has passed before. */
const passageOf = async (
  { database, disposableDomains }: AppContext,
  attempt: VisitorAttempt<unknown>,
  bookable: VisitorBookable,
  { recipients: [email = ''] }: ReadForm,
): Promise<
  | { readonly kind: 'free' | 'confirms_address' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'proof'; readonly bits: number }
> => {
  if (bookable.own) return { kind: 'free' }
  const rules = await loadVisitorRules(database.reader, bookable.eventType.organizationId)
  if (isBlocked(rules, email) || isDisposable(email, disposableDomains)) return { kind: 'blocked' }
  if (attempt.entryPoint.kind === 'link') return { kind: 'free' }
  const bits = neededBits(rules, rules.botProtection === 'off' ? 0 : await attempt.fullness(bookable))
  const proves = bits === 0 || attempt.proves(bits)
  if (proves === undefined) return { kind: 'proof', bits }
  return { kind: proves ? 'free' : 'confirms_address' }
}

const isDisposable = (email: string, disposableDomains: ReadonlySet<string>): boolean =>
  domainsOf(email).some((domain) => disposableDomains.has(domain))

/** Whether the organization or the operator lets this address book nothing. */
export const isBlockedVisitor = async (
  { database, disposableDomains }: AppContext,
  organizationId: string,
  email: string,
): Promise<boolean> =>
  isDisposable(email, disposableDomains) || isBlocked(await loadVisitorRules(database.reader, organizationId), email)

/** What the same form has booked. */
const findBookedBySameForm = async ({ database }: AppContext, { inviteeId }: { readonly inviteeId: string }) => {
  const own = await findBookingOfForm(database.reader, inviteeId)
  return own?.invitee.status === 'active' ? { kind: 'booked' as const, own } : undefined
}

/** What the same form has booked, or requested. */
const findBySameForm = async (context: AppContext, attempt: { readonly inviteeId: string }) => {
  const booked = await findBookedBySameForm(context, attempt)
  if (booked) return booked
  const request = await findRequestById(context.database.reader, attempt.inviteeId)
  return request && { kind: 'requested' as const, request }
}

const isOpenAt = async (
  { database }: AppContext,
  bookable: VisitorBookable,
  startsAt: Date,
  now: Date,
): Promise<boolean> => {
  const start = startsAt.getTime()
  return (await findOpenTimes(database.reader, bookable, { start, end: start + 1 }, now)).some(
    (opening) => opening.start === start,
  )
}

/** Only of a new booking: a move adds no seat. */
const isSecondSeat = async (
  { database, persons }: AppContext,
  { inviteeId, startsAt, anotherSeatFor }: VisitorAttempt<unknown>,
  { eventType, own }: VisitorBookable,
  { recipients: [email = ''] }: ReadForm,
): Promise<boolean> => {
  if (eventType.kind !== 'group' || own) return false
  const person = persons.of(eventType.organizationId, email)
  if (anotherSeatFor !== undefined && persons.of(eventType.organizationId, anotherSeatFor).equals(person)) return false
  return hasSeat(database.reader, eventType.organizationId, {
    eventTypeId: eventType.id,
    startsAt,
    person,
    besides: inviteeId,
  })
}

const isSameTime = ({ own }: VisitorBookable, startsAt: Date): boolean =>
  own?.scheduledEvent.startsAt.getTime() === startsAt.getTime()

const run = (
  context: AppContext,
  { entryPoint, inviteeId, source, startsAt }: VisitorAttempt<unknown>,
  { eventType }: VisitorBookable,
  { fields }: ReadForm,
  confirmsAddress: boolean,
): Promise<unknown> => {
  const input = { ...fields, start_time: writeSecond(startsAt.getTime()), invitee_id: inviteeId }
  switch (entryPoint.kind) {
    case 'type': {
      const sent = { ...input, event_type: eventType.id, confirms_address: confirmsAddress }
      if (confirmsAddress || gatesOf(eventType.bookingRules, false).length > 0)
        return performOpen(context, requestEventType, { ...sent, source })
      return performOpen(context, bookEventType, sent)
    }
    case 'link': {
      const sent = { ...input, code: entryPoint.code }
      if (gatesOf(eventType.bookingRules, true).length > 0) return performOpen(context, requestThroughLink, sent)
      return performOpen(context, bookThroughLink, sent)
    }
    case 'move':
      return performOpen(context, moveOwnBooking, { ...input, token: entryPoint.token })
  }
}

/**
 * The link may just have been used, or the booking moved or canceled: show the visitor that state rather than the
 * refusal.
 */
const afterRefusal = async (
  context: AppContext,
  attempt: VisitorAttempt<unknown>,
  bookable: VisitorBookable,
  error: unknown,
  now: Date,
): Promise<VisitorOutcome<never>> => {
  if (!(error instanceof Problem) || error.kind.status >= 500) throw error
  const since = await findAtEntryPoint(context.database.reader, context.codes, attempt.entryPoint, now)
  if ('closed' in since) return (await findBySameForm(context, attempt)) ?? { kind: 'closed', closed: since.closed }
  if (error instanceof BookingRefused && error.refusal.kind !== 'closed') return { kind: error.refusal.kind, bookable }
  if (error.kind !== invalidArgument) throw error
  return { kind: 'invalid', bookable }
}
