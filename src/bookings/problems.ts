import { invalidArgument, Problem } from '#contract/problem.ts'

/** Why a time cannot be booked. Clients match the text of `taken`, and the code of all of them. */
const refusedTimes = {
  taken: 'That start time has been filled',
  past: 'must be in the future',
  inactive: 'cannot be booked: the event type is turned off or deleted',
  outside: 'is outside the minimum notice or the date range of this event type',
  not_offered:
    'is not a start time of this event type. GET /event_type_available_times lists the times that can be booked',
}

export type RefusedTime = keyof typeof refusedTimes

export const alreadyFilled = (why: RefusedTime = 'taken'): Problem =>
  new Problem(invalidArgument, {
    details: [{ parameter: 'event.start_time', message: refusedTimes[why], code: 'already_filled' }],
  })
