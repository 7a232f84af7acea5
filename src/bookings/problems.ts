import { invalidArgument, Problem } from '#contract/problem.ts'

/** The time cannot be booked: it was taken, or it never was offered. Clients know these words. */
export const alreadyFilled = (): Problem =>
  new Problem(invalidArgument, { details: [{ parameter: 'event.start_time', message: 'That start time has been filled', code: 'already_filled' }] })
