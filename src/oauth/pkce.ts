import { hash, timingSafeEqual } from 'node:crypto'

// RFC 7636 §4.2: a SHA-256 in base64url, without padding.
const challengeForm = /^[A-Za-z0-9_-]{43}$/

// RFC 7636 §4.1.
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

export const isChallenge = (text: string): boolean => challengeForm.test(text)

/**
 * Whether the verifier matches the challenge. A verifier without a challenge is as wrong as a challenge without a
 * verifier.
 */
export const answersChallenge = (challenge: string | null, verifier: string | undefined): boolean => {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  if (!verifierForm.test(verifier)) return false
  return timingSafeEqual(Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge))
}
