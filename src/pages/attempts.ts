import { foldAddress } from '#contract/mailbox.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import type { Visit } from './visit.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour

/** Rate limits of attempts: on one account from any source, and from one source on any account. */
const allowances = {
  'sign-in': {
    perAccount: [
      { limit: 15, seconds: quarterHour },
      { limit: 100, seconds: day },
    ],
    perSource: [{ limit: 60, seconds: quarterHour }],
  },
  /** A code is valid for a minute and a half, so these are all the attempts at it. */
  code: {
    perAccount: [
      { limit: 8, seconds: quarterHour },
      { limit: 40, seconds: day },
    ],
    perSource: [{ limit: 40, seconds: quarterHour }],
  },
  /** Each may lead to a mail. */
  reset: { perAccount: [{ limit: 4, seconds: hour }], perSource: [{ limit: 30, seconds: hour }] },
  /** Each leads to a mail. */
  'test-mail': { perAccount: [{ limit: 10, seconds: hour }], perSource: [{ limit: 30, seconds: hour }] },
  /** Each asks the provider of a company something. */
  company: { perAccount: [], perSource: [{ limit: 60, seconds: quarterHour }] },
  /** The holder of a link, or a client that guesses one. */
  link: { perAccount: [], perSource: [{ limit: 60, seconds: quarterHour }] },
} satisfies Record<string, { perAccount: readonly Omit<Bucket, 'key'>[]; perSource: readonly Omit<Bucket, 'key'>[] }>

/**
 * A browser that was signed in before, and a session, are counted apart: what strangers try elsewhere does not keep
 * them out.
 */
export const browserAccount = (id: string): string => `browser ${id}`

/** The windows an attempt is counted in. E-mail addresses are hashed, because windows are stored. */
export const attemptsOn = (
  { context, source }: Pick<Visit, 'context' | 'source'>,
  what: keyof typeof allowances,
  account: string,
): Bucket[] => {
  const person = context.persons.of(what, foldAddress(account)).toString('base64url')
  const { perAccount, perSource } = allowances[what]
  return [
    ...perAccount.map((bucket) => ({ ...bucket, key: `${what}:account:${person}` })),
    ...perSource.map((bucket) => ({ ...bucket, key: `${what}:source:${sourceKey(source)}` })),
  ]
}

/** Those of the account alone, for when its holder has proved who they are in another way. */
export const signInWindowsOf = (visit: Pick<Visit, 'context' | 'source'>, email: string): Bucket[] =>
  attemptsOn(visit, 'sign-in', email).slice(0, allowances['sign-in'].perAccount.length)
