import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32 } from '#platform/crypto/codes.ts'

// RFC 4226 and RFC 6238, as every authenticator app speaks them: HMAC-SHA-1, steps of 30 seconds, six digits.
const stepSeconds = 30
const digits = 6
/** One step early or late is accepted: clocks differ, and typing takes time. */
const tolerance = 1

/** 160 bits, as RFC 4226 §4 recommends. */
export const newTotpSecret = (): string => base32(randomBytes(20)).toUpperCase()

export const stepAt = (instant: Date): number => Math.floor(instant.getTime() / 1000 / stepSeconds)

export const codeAt = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * The step whose code this is, if it was not used yet: no code works twice, nor an older one than the last that worked.
 */
export const stepOfCode = (secret: string, code: string, now: Date, lastStep: number | null): number | undefined => {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const current = stepAt(now)
  let found: number | undefined
  for (let step = current - tolerance; step <= current + tolerance; step += 1) {
    const expected = Buffer.from(codeAt(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > (lastStep ?? -1)) found ??= step
  }
  return found
}

/** For authenticator apps that open such links, or scan them as a QR code. */
export const otpauthUri = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Openslot:${email}`)}?${new URLSearchParams({ secret, issuer: 'Openslot' })}`

/** `abcd efgh …`: easier to copy by hand. */
export const inGroups = (secret: string): string => secret.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1 ')

// RFC 4648 §6.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
