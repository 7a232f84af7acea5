import { createHash } from 'node:crypto'
import type { Links } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Organization } from './organization.ts'

export const invitationStatuses = ['pending', 'accepted', 'declined'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly status: InvitationStatus
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastSentAt: Date | null
  /** The user who accepted it. */
  readonly userId: string | null
  readonly organization: Pick<Organization, 'name' | 'plan' | 'stage' | 'memberCount'>
}

/** The code in the mailed link. Sending again makes another one; only the digest is stored. */
export const invitationCode = (codes: Codes, invitationId: string, sentAt: Date): string =>
  codes.of('invitation', invitationId, String(sentAt.getTime()))

export const invitationCodeHash = (code: string): Buffer => createHash('sha256').update(`invitation ${code}`).digest()

/** The URL at which an invitation is answered; its holder may do so. */
export const invitationLink = (links: Links, codes: Codes, invitationId: string, sentAt: Date): string =>
  `${links.site}/invitations/${invitationCode(codes, invitationId, sentAt)}`
