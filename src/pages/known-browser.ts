import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Codes } from '#platform/crypto/codes.ts'

const proofOf = (codes: Codes, userId: string, id: string): string => codes.shortOf('known-browser', userId, id)

/**
 * For a browser in which this person proved who they are. It opens nothing: it only gives the browser attempts of its
 * own.
 */
export const newKnownBrowser = (codes: Codes, userId: string): string => {
  const id = randomBytes(16).toString('hex')
  return `${id}-${proofOf(codes, userId, id)}`
}

/** The id of the browser, if it is one that this person signed in with before. */
export const knownBrowserOf = (
  codes: Codes,
  userId: string | undefined,
  value: string | undefined,
): string | undefined => {
  const [, id = '', proof = ''] = /^([0-9a-f]{32})-([a-z2-7]{26})$/.exec(value ?? '') ?? []
  const expected = proofOf(codes, userId ?? '', id)
  return proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected)) ? id : undefined
}
