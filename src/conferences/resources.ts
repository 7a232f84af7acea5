import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { type ConferenceKind, conferenceKinds } from '#event-types/index.ts'
import { type ProviderAccount, providerServices } from '#integrations/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { conferenceFaults } from '../../languages/conference-faults.ts'
import { accountExample } from './examples.ts'

export const AccountResource = z
  .object({
    uri,
    service: z.enum(providerServices).meta({
      description:
        '`zoom` and `webex`: an account of a user. `zoom_server`: the Zoom account of the organization. `webhook`: a service of your own, which gets signed requests.',
    }),
    kind: z.enum(conferenceKinds).meta({ description: 'The kind of location whose meetings the account creates' }),
    account: z.string(),
    user: uri.nullable().meta({ description: 'The owner of the account; null for an account of the organization' }),
    is_used: z.boolean().meta({
      description: 'Whether the account creates your meetings of this kind, and not a link or account of yours',
    }),
    is_lost: z.boolean().meta({ description: 'Whether the account has to be connected again' }),
    reason: z.string().nullable().meta({ description: "Why the account didn't work last time, and what to do" }),
    reason_code: z.string().nullable().meta({ description: 'The reason as a code, for programs' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ConferenceAccount', examples: [accountExample] })

/** Where the meetings of a host get their links. */
interface UsedRoom {
  readonly membershipId: string
  readonly kind: ConferenceKind
  readonly source: 'url' | 'calendar' | 'account'
  readonly isShared: boolean
}

const isUsed = ({ kind, membershipId }: ProviderAccount, rooms: readonly UsedRoom[]): boolean =>
  rooms.some(
    (room) =>
      room.kind === kind &&
      room.source === 'account' &&
      (room.isShared ? membershipId === null : room.membershipId === membershipId),
  )

export const toAccountResource = (
  links: Links,
  account: ProviderAccount,
  rooms: readonly UsedRoom[],
): z.output<typeof AccountResource> => ({
  uri: uriOf(links, 'conference_accounts', account.id),
  service: account.service,
  kind: account.kind,
  account: account.account,
  user: account.userId === null ? null : uriOf(links, 'users', account.userId),
  is_used: isUsed(account, rooms),
  is_lost: account.isLost,
  reason: account.fault === null ? null : (conferenceFaults[account.fault as keyof typeof conferenceFaults] ?? null),
  reason_code: account.fault,
  created_at: writeInstant(account.createdAt),
  updated_at: writeInstant(account.updatedAt),
})
