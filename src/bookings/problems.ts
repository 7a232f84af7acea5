import { invalidArgument, Problem } from '#contract/problem.ts'

/** The time was taken, or never offered. Clients match this text. */
export const alreadyFilled = (): Problem =>
  new Problem(invalidArgument, { details: [{ parameter: 'event.start_time', message: 'That start time has been filled', code: 'already_filled' }] })
