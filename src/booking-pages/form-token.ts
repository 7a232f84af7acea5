import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/problem.ts'
import { forged } from '#pages/forgery.ts'
import type { Codes } from '#platform/crypto/codes.ts'

// A page in somebody else's frame has no cookie to hold a form against. So a form carries a token of its own: made by us, for
// this page, in these days. Where it is sent from is looked at beside it (`checkOrigin`).

const day = 86_400_000

const seal = (codes: Codes, purpose: string, nonce: string, today: number): string => codes.of('booking form', purpose, nonce, String(today))

/** In every form; `purpose` says of which page. */
export const newFormToken = (codes: Codes, purpose: string, now: Date): string => {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${seal(codes, purpose, nonce, Math.floor(now.getTime() / day))}`
}

/** Good on the day it was made and on the next: somebody may take their time. Gives what is only in this form; undefined if it is not ours. */
export const nonceOf = (codes: Codes, purpose: string, given: string | null, now: Date): string | undefined => {
  const [nonce = '', sealed = ''] = (given ?? '').split('.')
  const today = Math.floor(now.getTime() / day)
  return [today, today - 1].some((made) => isSame(seal(codes, purpose, nonce, made), sealed)) ? nonce : undefined
}

export const checkBookingForm = (codes: Codes, purpose: string, given: string | null, now: Date): void => {
  if (nonceOf(codes, purpose, given, now) === undefined) throw new Problem(forged)
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The id of the invitee that this form makes, for this person at this time: always the same, so that a form that is sent twice
 * books once. Whoever sends that form again is led to the booking, so nobody else can make it: it is derived from the instance's key.
 */
export const inviteeIdFrom = (codes: Codes, nonce: string, ...of: readonly string[]): string => {
  const hex = createHash('sha256')
    .update(codes.of('booked by form', nonce, ...of))
    .digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
