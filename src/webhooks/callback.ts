import type { Detail } from '#contract/problem.ts'

/** The reasons that `Destinations` gives. */
type Unfit = 'invalid' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'private'

const sentences: Readonly<Record<Unfit, string>> = {
  invalid: 'is in invalid format',
  too_long: 'size cannot be greater than 2048',
  scheme: 'must begin with https://',
  credentials: 'must not have a user name or a password in it',
  port: 'must have the port 443, or one above 1023',
  private: 'must not lead into a private network',
}

/** What is wrong with the address of a receiver, in words for whoever sent it. */
export const whatIsWrong = (why: Unfit | undefined): readonly Detail[] => (why === undefined ? [] : [{ parameter: 'url', message: sentences[why] }])
