import { timingSafeEqual } from 'node:crypto'
import type { UrlContext } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { type BookingRequest, hostIds } from './booking-request.ts'
import { inviteeToken } from './invitee-token.ts'

type Named = Pick<BookingRequest, 'id' | 'organizationId'>

/** The page where the invitee sees how far their request is. Its token is the one they cancel and move with later. */
export const requestUrl = ({ links, codes }: UrlContext, request: Named): string =>
  `${links.site}/requests/${inviteeToken(codes, request)}`

/** Six digits that are mailed to the invitee: made from the instance's key and stored nowhere. */
export const confirmationCode = (codes: Codes, { organizationId, id }: Named): string => {
  const digest = Buffer.from(codes.of('request code', organizationId, id), 'base64url')
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
}

export const isConfirmationCode = (codes: Codes, entered: string, request: Named): boolean => {
  const digits = entered.replaceAll(/\D/g, '')
  const expected = confirmationCode(codes, request)
  return digits.length === expected.length && timingSafeEqual(Buffer.from(digits), Buffer.from(expected))
}

const decisionSecret = (codes: Codes, { organizationId, id }: Named, membershipId: string): string =>
  codes.shortOf('decision', organizationId, id, membershipId)

/** Where one host decides without signing in. It works while the request is open. */
export const decisionUrl = ({ links, codes }: UrlContext, request: Named, membershipId: string): string =>
  `${links.site}/decisions/${request.id}-${decisionSecret(codes, request, membershipId)}`

const decisionForm = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([a-z2-7]{26})$/

export const requestNamedByDecision = (token: string): string | undefined => decisionForm.exec(token)?.[1]

/** The host whose token this is. */
export const deciderOf = (codes: Codes, token: string, request: BookingRequest): string | undefined => {
  const secret = decisionForm.exec(token)?.[2] ?? ''
  return hostIds(request).find((membershipId) => {
    const own = decisionSecret(codes, request, membershipId)
    return own.length === secret.length && timingSafeEqual(Buffer.from(own), Buffer.from(secret))
  })
}
