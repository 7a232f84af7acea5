import { timingSafeEqual } from 'node:crypto'
import { organizationHint } from '#contract/organization-hint.ts'
import type { UrlContext } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'

/** A host's mail about a conference that could not be made: the next mail about the same conference is another. */
interface MissingLink {
  readonly organizationId: string
  readonly conferenceId: string
  readonly membershipId: string
  readonly toldAt: Date
}

/**
 * Part of the URL where the host mends it: `{organization hint}-{id}-{secret}`. It is derived, so nothing is stored;
 * whoever finds the conference decides whether there is still something to mend.
 */
const missingLinkToken = (
  codes: Codes,
  { organizationId, conferenceId, membershipId, toldAt }: MissingLink,
): string => {
  const secret = codes.shortOf('missing link', organizationId, conferenceId, membershipId, String(toldAt.getTime()))
  return `${organizationHint(organizationId)}-${conferenceId}-${secret}`
}

const tokenForm = /^[0-9a-f]{8}-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[a-z2-7]{26}$/

/** The conference named in a token that has not been verified yet. */
export const conferenceNamedBy = (token: string): string | undefined => tokenForm.exec(token)?.[1]

/** In constant time. */
export const isTokenOf = (codes: Codes, token: string, missing: MissingLink): boolean => {
  const own = missingLinkToken(codes, missing)
  return token.length === own.length && timingSafeEqual(Buffer.from(token), Buffer.from(own))
}

export const missingLinkUrl = ({ links, codes }: UrlContext, missing: MissingLink): string =>
  `${links.site}/meeting_links/${missingLinkToken(codes, missing)}`

type Reason = keyof MailTexts['missingLink']['reasons']

const reasons: Readonly<Record<string, Reason>> = {
  ...{ wrong_credentials: 'access', revoked: 'access', revoked_in_testing: 'access' },
  ...{ forbidden: 'permission', wrong_client: 'setUp', gone: 'unknown' },
  ...{ no_account: 'account', calendar: 'calendar', no_conference: 'noConference' },
}

/** Why there is no link, by the fault of its conference, as a sentence for the host. */
export const whyNoLink = ({ missingLink }: MailTexts, fault: string | null): string =>
  missingLink.reasons[(fault === null ? undefined : reasons[fault]) ?? 'away']
