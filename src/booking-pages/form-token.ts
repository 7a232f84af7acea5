import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/problem.ts'
import { forged } from '#pages/forgery.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { day } from '#platform/time/durations.ts'

// A page in another site's frame has no cookie to bind a form to. So each form carries a token of its own: made by us,
// for this page, valid for a day or two. `checkOrigin` checks where it is sent from.

const signatureOf = (codes: Codes, purpose: string, nonce: string, today: number): string =>
  codes.of('booking form', purpose, nonce, String(today))

/** In every form; `purpose` binds it to its page. */
export const newFormToken = (codes: Codes, purpose: string, now: Date): string => {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${signatureOf(codes, purpose, nonce, Math.floor(now.getTime() / day))}`
}

/** Valid on the day it was made and on the next. Returns the nonce of this form; undefined if the token is not ours. */
export const nonceOf = (codes: Codes, purpose: string, given: string | null, now: Date): string | undefined => {
  const [nonce = '', sealed = ''] = (given ?? '').split('.')
  const today = Math.floor(now.getTime() / day)
  return [today, today - 1].some((made) => isSame(signatureOf(codes, purpose, nonce, made), sealed)) ? nonce : undefined
}

export const checkBookingForm = (codes: Codes, purpose: string, given: string | null, now: Date): void => {
  if (nonceOf(codes, purpose, given, now) === undefined) throw new Problem(forged)
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The id of the invitee that this form creates, for this person at this time: always the same, so that a form that is
 * sent twice books once. Sending it again shows the booking, so nobody else may be able to compute it: it is derived
 * from the instance's key.
 */
export const inviteeIdFrom = (codes: Codes, nonce: string, ...of: readonly string[]): string => {
  const hex = createHash('sha256')
    .update(codes.of('booked by form', nonce, ...of))
    .digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
