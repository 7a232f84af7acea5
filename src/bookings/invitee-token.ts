import { createHash, timingSafeEqual } from 'node:crypto'
import { organizationHint } from '#contract/organization-hint.ts'
import type { UrlContext } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'

/** The invitee whom a token belongs to. */
interface Holder {
  readonly id: string
  readonly organizationId: string
}

const secretOf = (codes: Codes, { organizationId, id }: Holder): string => codes.shortOf('invitee', organizationId, id)

/** Without its secret. Ids are public (API, webhooks, embeds), so this much is known to strangers. */
const publicPart = ({ organizationId, id }: Holder): string => `${organizationHint(organizationId)}-${id}-`

/**
 * Part of the URLs where an invitee cancels, moves or downloads their booking: `{organization hint}-{id}-{secret}`. The
 * secret is derived from the instance's key and stored nowhere: facts, queued messages and stored answers hold the id
 * only.
 */
export const inviteeToken = (codes: Codes, holder: Holder): string => `${publicPart(holder)}${secretOf(codes, holder)}`

const tokenForm = /^[0-9a-f]{8}-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[a-z2-7]{26}$/

/** The invitee named in a token that has not been verified yet. */
export const inviteeNamedBy = (token: string): string | undefined => tokenForm.exec(token)?.[1]

/**
 * In constant time. A bare id has no secret and is refused; `findTokenHolder` takes it for imported invitees, whose
 * addresses had no more.
 */
export const isGenuineToken = (codes: Codes, token: string, holder: Holder): boolean =>
  isEqual(token, inviteeToken(codes, holder))

const isEqual = (token: string, own: string): boolean =>
  token.length === own.length && timingSafeEqual(Buffer.from(token), Buffer.from(own))

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether another installation gave this token to the invitee, who came from there with a digest of it. */
export const isFormerToken = (token: string, formerLinks: readonly string[]): boolean =>
  formerLinks.includes(digestOf(token))

/** Not of the token alone: what a guest holds does not let them act for the invitee. */
const guestDigestOf = (token: string, email: string): string => digestOf(`${token} ${email}`)

/**
 * A line of an export with digests of the tokens of invitee and guests: they open nothing, and let the installation
 * that reads it know their links.
 */
export const withLinkDigest = (codes: Codes, line: string): string => {
  if (!line.startsWith('{"table":"invitees"')) return line
  const { table, row } = JSON.parse(line) as {
    table: string
    row: Holder & { organization_id: string; former_links: string[]; guests: string[] }
  }
  const holder = { id: row.id, organizationId: row.organization_id }
  const guests = row.guests.map((email) => guestDigestOf(guestToken(codes, holder, email), email))
  return JSON.stringify({
    table,
    row: { ...row, former_links: [...row.former_links, digestOf(inviteeToken(codes, holder)), ...guests] },
  })
}

/** Of a guest whom the invitee brings: with it they stop reminders for themselves, and nothing else. */
const guestToken = (codes: Codes, holder: Holder, email: string): string =>
  `${publicPart(holder)}${codes.shortOf('guest', holder.organizationId, holder.id, email)}`

/** The guest whose token this is. */
export const guestWith = (
  codes: Codes,
  token: string,
  holder: Holder,
  guests: readonly string[],
  formerLinks: readonly string[],
): string | undefined =>
  guests.find(
    (email) => isEqual(token, guestToken(codes, holder, email)) || formerLinks.includes(guestDigestOf(token, email)),
  )

export const cancelUrl = ({ links, codes }: UrlContext, invitee: Holder): string =>
  `${links.site}/cancellations/${inviteeToken(codes, invitee)}`

export const rescheduleUrl = ({ links, codes }: UrlContext, invitee: Holder): string =>
  `${links.site}/reschedulings/${inviteeToken(codes, invitee)}`

/** The calendar entry as a file. */
export const calendarUrl = ({ links, codes }: UrlContext, invitee: Holder): string =>
  `${links.site}/invitees/${inviteeToken(codes, invitee)}/ics`

/** For the invitee, or for a guest of theirs. */
export const stopRemindersUrl = ({ links, codes }: UrlContext, invitee: Holder, guest?: string): string =>
  `${links.site}/notification_subscriptions/${guest === undefined ? inviteeToken(codes, invitee) : guestToken(codes, invitee, guest)}/opt_out`

const [gap, guestGap] = ['{secret}', '{guest}']

/** A text to somebody as it is stored: without their secret. */
export const withoutSecret = (codes: Codes, text: string, holder: Holder, recipient: string): string =>
  text
    .replaceAll(inviteeToken(codes, holder), () => `${publicPart(holder)}${gap}`)
    .replaceAll(guestToken(codes, holder, recipient), () => `${publicPart(holder)}${guestGap}`)

/** A stored text with the secret put back. */
export const withSecret = (codes: Codes, text: string, holder: Holder, recipient: string): string =>
  text
    .replaceAll(`${publicPart(holder)}${gap}`, () => inviteeToken(codes, holder))
    .replaceAll(`${publicPart(holder)}${guestGap}`, () => guestToken(codes, holder, recipient))
