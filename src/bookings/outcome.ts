import type { z } from 'zod'
import { existing, invalid, missing, Problem, refuse } from '#contract/problem.ts'
import type { BookingRequest } from './booking-request.ts'
import { alreadyFilled, type RefusedTime } from './problems.ts'
import type { InviteeResource } from './resources.ts'

/** Why nothing can be booked at this entry point. */
export type ClosedReason = 'unknown' | 'inactive' | 'unpayable' | 'used' | 'expired' | 'canceled' | 'over'

/** Why an attempt to book or move was refused. Input that breaks a rule is thrown as a `Problem`, as everywhere. */
export type BookingRefusal =
  | { readonly kind: 'taken'; readonly why?: RefusedTime | undefined }
  | { readonly kind: 'same_time' }
  | { readonly kind: 'closed'; readonly reason: ClosedReason }

/**
 * The outcome of an attempt to book or move, for one or for several: booked now, booked before by the same form, or
 * refused.
 */
export type BookingOutcome =
  | { readonly kind: 'booked' | 'booked_before'; readonly resources: readonly z.output<typeof InviteeResource>[] }
  | BookingRefusal

/** The outcome of asking for a meeting that must pass something first. */
export type RequestOutcome = BookingRefusal | { readonly kind: 'requested'; readonly request: BookingRequest }

/** A refusal, thrown so that nothing of the attempt is committed. */
export class BookingRefused extends Problem {
  readonly refusal: BookingRefusal

  constructor(refusal: BookingRefusal) {
    const { kind, message, details } = problemFor(refusal)
    super(kind, { message, details })
    this.refusal = refusal
  }
}

/** The operation's answer. */
export const bookedInvitee = (outcome: BookingOutcome): z.output<typeof InviteeResource> =>
  existing(bookedInvitees(outcome)[0])

/** The request that was made. */
export const madeRequest = (outcome: RequestOutcome): BookingRequest => {
  if (outcome.kind === 'requested') return outcome.request
  throw new BookingRefused(outcome)
}

/** The same where several were moved. */
export const bookedInvitees = (outcome: BookingOutcome): z.output<typeof InviteeResource>[] => {
  if ('resources' in outcome) return [...outcome.resources]
  throw new BookingRefused(outcome)
}

/** The same refusal in the API's texts. */
const problemFor = (refusal: BookingRefusal): Problem => {
  switch (refusal.kind) {
    case 'taken':
      return alreadyFilled(refusal.why)
    case 'same_time':
      return invalid({ parameter: 'start_time', reason: 'same_time' })
    case 'closed':
      if (refusal.reason === 'canceled') return refuse('event_canceled')
      if (refusal.reason === 'over') return refuse('event_over')
      return missing()
  }
}
