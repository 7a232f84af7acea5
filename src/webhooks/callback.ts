import type { Detail } from '#contract/problem.ts'
import type { Reason } from '#contract/reasons.ts'

/** The reasons that `Destinations` gives. */
type CallbackFault = 'invalid' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'private'

const faults: Readonly<Record<CallbackFault, Reason>> = {
  invalid: { reason: 'format' },
  too_long: { reason: 'too_long', values: { most: 2048 } },
  scheme: { reason: 'callback_scheme' },
  credentials: { reason: 'callback_credentials' },
  port: { reason: 'callback_port' },
  private: { reason: 'callback_private' },
}

/** What is wrong with the URL of a receiver. */
export const callbackFaultDetails = (why: CallbackFault | undefined): readonly Detail[] =>
  why === undefined ? [] : [{ parameter: 'url', ...faults[why] }]
