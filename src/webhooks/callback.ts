import type { Detail } from '#contract/problem.ts'

/** The reasons that `Destinations` gives. */
type CallbackFault = 'invalid' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'private'

const sentences: Readonly<Record<CallbackFault, string>> = {
  invalid: 'is in invalid format',
  too_long: 'size cannot be greater than 2048',
  scheme: 'must begin with https://',
  credentials: 'must not have a user name or a password in it',
  port: 'must have the port 443, or one above 1023',
  private: 'must not lead into a private network',
}

/** What is wrong with the URL of a receiver, as a message for the client that sent it. */
export const callbackFaultDetails = (why: CallbackFault | undefined): readonly Detail[] =>
  why === undefined ? [] : [{ parameter: 'url', message: sentences[why] }]
