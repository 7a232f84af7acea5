import { timingSafeEqual } from 'node:crypto'
import type { UrlContext } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { organizationHint } from './organization-hint.ts'

/** The invitee whom a token belongs to. */
interface Holder {
  readonly id: string
  readonly organizationId: string
}

const secretOf = (codes: Codes, { organizationId, id }: Holder): string => codes.shortOf('invitee', organizationId, id)

/** Without its secret. Ids are public (API, webhooks, embeds), so this much is known to strangers. */
const publicPart = ({ organizationId, id }: Holder): string => `${organizationHint(organizationId)}-${id}-`

/**
 * Part of the URLs where an invitee cancels, moves or downloads their booking: `{organization hint}-{id}-{secret}`. The secret is
 * derived from the instance's key and stored nowhere: facts, queued messages and stored answers hold the id only.
 */
export const inviteeToken = (codes: Codes, holder: Holder): string => `${publicPart(holder)}${secretOf(codes, holder)}`

const tokenForm = /^[0-9a-f]{8}-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[a-z2-7]{26}$/

/** The invitee named in a token that has not been verified yet. */
export const inviteeNamedBy = (token: string): string | undefined => tokenForm.exec(token)?.[1]

/**
 * In constant time. A bare id has no secret and is refused. An import that must keep foreign addresses working will mark its
 * invitees and accept a bare id for those alone; that belongs in `inviteeNamedBy` and in this function.
 */
export const isGenuineToken = (codes: Codes, token: string, holder: Holder): boolean => {
  const [given, own] = [Buffer.from(token), Buffer.from(inviteeToken(codes, holder))]
  return given.length === own.length && timingSafeEqual(given, own)
}

export const cancelUrl = ({ links, codes }: UrlContext, invitee: Holder): string => `${links.site}/cancellations/${inviteeToken(codes, invitee)}`

export const rescheduleUrl = ({ links, codes }: UrlContext, invitee: Holder): string => `${links.site}/reschedulings/${inviteeToken(codes, invitee)}`

/** The calendar entry as a file. */
export const calendarUrl = ({ links, codes }: UrlContext, invitee: Holder): string => `${links.site}/invitees/${inviteeToken(codes, invitee)}/ics`

export const stopRemindersUrl = ({ links, codes }: UrlContext, invitee: Holder): string =>
  `${links.site}/notification_subscriptions/${inviteeToken(codes, invitee)}/opt_out`

const gap = '{secret}'

/** A text as it is stored: without the secret. */
export const withoutSecret = (codes: Codes, text: string, holder: Holder): string =>
  text.replaceAll(inviteeToken(codes, holder), () => `${publicPart(holder)}${gap}`)

/** A stored text with the secret put back. */
export const withSecret = (codes: Codes, text: string, holder: Holder): string =>
  text.replaceAll(`${publicPart(holder)}${gap}`, () => inviteeToken(codes, holder))
