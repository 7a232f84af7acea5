import { z } from 'zod'
import { timestamp } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { partsOfDevice } from './device.ts'
import type { Identity } from './identity.ts'
import type { ListedSession } from './session.ts'

/** A new session with its key, for the browser's cookie. The database keeps only a digest of the key. */
export const BegunSession = z.object({
  key: z.string(),
  awaits_code: z.boolean().meta({ description: 'The second factor is still to come' }),
  expires_at: z.date(),
})

/** A mailed link, without the code that makes it work. */
export const SentLink = z.object({ uuid: z.string(), email: z.string(), expires_at: timestamp })

export const SessionResource = z.object({
  uuid: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  is_current: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp,
})

export const toSessionResource = (
  { id, device, createdAt, lastSeenAt }: ListedSession,
  isCurrent: boolean,
): z.output<typeof SessionResource> => ({
  uuid: id,
  ...partsOfDevice(device),
  is_current: isCurrent,
  created_at: writeInstant(createdAt),
  last_seen_at: writeInstant(lastSeenAt),
})

export const SecondFactorResource = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off') }),
  z.object({ status: z.literal('pending'), secret: z.string(), uri: z.string() }),
  z.object({ status: z.literal('on'), recovery_codes_left: z.number() }),
])

/** An account at an identity provider that opens an account here. */
export const IdentityResource = z.object({
  uuid: z.string(),
  issuer: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

export const toIdentityResource = ({
  id,
  issuer,
  createdAt,
  lastUsedAt,
}: Identity): z.output<typeof IdentityResource> => ({
  uuid: id,
  issuer,
  created_at: writeInstant(createdAt),
  last_used_at: lastUsedAt && writeInstant(lastUsedAt),
})
