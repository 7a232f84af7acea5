import { createHash } from 'node:crypto'
import { writeSecond } from '#platform/time/instant.ts'

// The work that a visitor's browser does for a booking, so that bookings by the thousand cost something: a counter with
// which the hash of the challenge begins with zero bits. The form token in the challenge is signed, belongs to one
// event type, and ends; with the time and the address it makes one booking, so a proof is worth nothing a second time.

/** What a proof is for: this form, time, and address. */
export const challengeOf = (form: URLSearchParams, start: Date): string =>
  [form.get('form_token') ?? '', writeSecond(start.getTime()), (form.get('email') ?? '').trim().toLowerCase()].join(' ')

/** Whether the form has a proof of so many bits. */
export const hasProof = (form: URLSearchParams, start: Date, bits: number): boolean => {
  const counter = form.get('proof') ?? ''
  if (!/^\d{1,12}$/.test(counter)) return false
  const hash = createHash('sha256')
    .update(`${challengeOf(form, start)} ${counter}`)
    .digest()
  return Math.clz32(hash.readUInt32BE(0)) >= bits
}
