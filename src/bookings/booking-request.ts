import type { Money } from '#contract/money.ts'
import { type BookingRules, priceOf } from '#event-types/index.ts'
import { hour, minute } from '#platform/time/durations.ts'
import type { Invitee, InviteeDetails } from './invitee.ts'
import type { MeetingLocation } from './meeting-location.ts'
import type { EventHost } from './scheduled-event.ts'

/** What must happen before a request becomes a booking. */
export type Gate =
  /** Somebody from the waiting list takes the time that is offered to them. */
  | { readonly kind: 'offer'; readonly minutes: number }
  | EmailGate
  | { readonly kind: 'approval'; readonly hours: number }
  | PaymentGate

export interface EmailGate {
  readonly kind: 'email'
  /** How often the code was sent again. */
  readonly resent?: number
}

/** The price as it was when the request was made. */
export interface PaymentGate extends Money {
  readonly kind: 'payment'
  readonly terms: string | null
  readonly refundHours: number | null
  /** The invitee has been sent to a service: the time is kept no longer for them than from the first time on. */
  readonly isBegun?: boolean
  /** A host accepted it first, and the invitee may be asleep: they have a day. */
  readonly isAfterApproval?: boolean
}

export const waits = ['email', 'approval', 'payment', 'offer'] as const
export type Waits = (typeof waits)[number]

export const requestStates = ['open', 'confirmed', 'declined', 'expired', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** What was asked for, as the booking will have it. Stored as JSON. */
export interface RequestedBooking {
  readonly name: string
  readonly duration: number
  readonly location: MeetingLocation | null
  readonly hosts: readonly EventHost[]
  /** Others can book the same time. */
  readonly isGroup: boolean
  /** Milliseconds since 1970: the meeting with its buffers. */
  readonly bufferedFrom: number
  readonly bufferedTo: number
  readonly details: InviteeDetails
  readonly linkId: string | null
  readonly schedulingMethod: Invitee['schedulingMethod']
  /** The member who asked on behalf of the invitee. */
  readonly scheduledBy: { readonly membershipId: string; readonly userId: string } | null
}

/** Somebody asks for a meeting, whose time is kept until the request is decided or expires. */
export interface BookingRequest {
  readonly organizationId: string
  /** Also that of the invitee to be. */
  readonly id: string
  readonly eventTypeId: string
  /** Of the meeting that it becomes, or joins. */
  readonly scheduledEventId: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** What it still has to pass. It waits for the first. */
  readonly gates: readonly Gate[]
  /** One that is open and past its time is expired, whether or not that has been recorded. */
  readonly state: RequestState
  readonly expiresAt: Date
  readonly booking: RequestedBooking
  /** Of whom it is offered to. */
  readonly waitingListEntryId: string | null
  readonly email: string
  readonly name: string
  readonly tries: number
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * What the booking of a stranger must pass, in this order: nobody is asked for a decision about an address that nobody
 * reads, and nobody pays for what may be declined. A host who hands out a single-use link has decided.
 */
export const gatesOf = (rules: BookingRules, isThroughLink: boolean): readonly Gate[] => {
  const approval = isThroughLink ? null : rules.approval
  return [
    ...(rules.email_confirmation && !isThroughLink ? [{ kind: 'email' as const }] : []),
    ...(approval ? [{ kind: 'approval' as const, hours: approval.hours }] : []),
    ...paymentGates(rules).map((gate) => (approval ? { ...gate, isAfterApproval: true } : gate)),
  ]
}

const paymentGates = (rules: BookingRules): readonly PaymentGate[] => {
  const price = priceOf(rules)
  if (!rules.payment || !price) return []
  const { terms, refund_until_hours: refundHours } = rules.payment
  return [{ kind: 'payment', ...price, terms, refundHours }]
}

const codeMilliseconds = 10 * minute
const leastToDecide = hour

/** A session at a service is open for 31 minutes; then there is time to ask whether it was paid. */
const payingMilliseconds = 33 * minute
const payingAfterApproval = 24 * hour

/**
 * How long a request waits at its gate. Hosts decide before the notice that their event type asks for begins, but they
 * have an hour, unless the meeting begins before.
 */
export const patienceAt = (
  gate: Gate | undefined,
  { startsAt, minimumNotice }: { readonly startsAt: Date; readonly minimumNotice: number },
  now: Date,
): number => {
  const untilStart = startsAt.getTime() - now.getTime()
  switch (gate?.kind) {
    // It passes in the same transaction.
    case undefined:
    case 'email':
      return Math.min(codeMilliseconds, untilStart)
    case 'offer':
      return Math.min(gate.minutes * minute, untilStart)
    case 'approval': {
      const beforeNotice = Math.max(untilStart - minimumNotice * minute, leastToDecide)
      return Math.min(gate.hours * hour, beforeNotice, untilStart)
    }
    case 'payment':
      return Math.min(gate.isAfterApproval ? payingAfterApproval : payingMilliseconds, untilStart)
  }
}

/** The code is mailed again at most so often: mail to an address that nobody has confirmed. */
const maxResent = 3

/** Undefined where no code is waited for, or it was sent often enough. */
export const resendableGate = ({
  state,
  gates: [first],
}: Pick<BookingRequest, 'state' | 'gates'>): EmailGate | undefined =>
  state === 'open' && first?.kind === 'email' && (first.resent ?? 0) < maxResent ? first : undefined

/** After so many wrong codes a request is over. */
export const maxTries = 5

/** So many requests to one host may be open at a time, so that strangers cannot fill a week. */
export const maxOpenRequests = 20

/** So many from one source, as long as nobody confirms their address. */
export const maxOpenOfSource = 3

export const hostIds = ({ booking }: Pick<BookingRequest, 'booking'>): string[] =>
  booking.hosts.map(({ membershipId }) => membershipId)

/** What it waits for, while it is open. */
export const waitsFor = ({ state, gates }: Pick<BookingRequest, 'state' | 'gates'>): Waits | null =>
  state === 'open' ? (gates[0]?.kind ?? null) : null

/** What is to be paid now; undefined where the request waits for something else. */
export const priceToPay = ({ state, gates: [first] }: Pick<BookingRequest, 'state' | 'gates'>) =>
  state === 'open' && first?.kind === 'payment' ? first : undefined
