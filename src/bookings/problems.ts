import { invalidArgument, Problem } from '#contract/problem.ts'

/** Why a time cannot be booked. Clients match the text of `taken`, and the code of all of them. */
const refusedTimes = {
  taken: 'start_time_filled',
  past: 'not_in_future',
  inactive: 'start_inactive',
  outside: 'start_outside',
  not_offered: 'start_not_offered',
} as const

export type RefusedTime = keyof typeof refusedTimes

export const alreadyFilled = (why: RefusedTime = 'taken'): Problem =>
  new Problem(invalidArgument, {
    details: [{ parameter: 'event.start_time', reason: refusedTimes[why], code: 'already_filled' }],
  })
