import { z } from 'zod'
import type { Actor, Fact } from '#activity/index.ts'
import { timestamp } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { App } from './app.ts'
import { isPublic } from './client.ts'
import type { Grant } from './grant.ts'
import type { PersonalAccessToken } from './token.ts'

/** Never the token itself: it is shown once, by the operation that creates it. */
export const TokenResource = z
  .object({
    uuid: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: 'The end of the token, to recognise it by' }),
    scope: z.string().meta({ description: 'Space-separated; `default` is full access, from before scopes existed' }),
    email: z.string().meta({ format: 'email' }),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'PersonalAccessToken' })

export const toTokenResource = (token: PersonalAccessToken): z.output<typeof TokenResource> => ({
  uuid: token.id,
  name: token.name,
  hint: token.hint,
  scope: token.scopes.join(' '),
  email: token.userEmail,
  created_at: writeInstant(token.createdAt),
  expires_at: token.expiresAt && writeInstant(token.expiresAt),
})

/** Never its secrets: they are shown once, by the operations that create them. */
export const AppResource = z
  .object({
    client_id: z.string(),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    scope: z.string(),
    public: z.boolean(),
    legacy: z.boolean(),
    require_pkce: z.boolean(),
    owner: z.string().meta({ format: 'email' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OauthApp' })

export const toAppResource = (app: App): z.output<typeof AppResource> => ({
  client_id: app.id,
  name: app.name,
  redirect_uris: [...app.redirectUris],
  scope: app.scopes.join(' '),
  public: isPublic(app),
  legacy: app.isLegacy,
  require_pkce: app.requiresPkce,
  owner: app.ownerEmail,
  created_at: writeInstant(app.createdAt),
  updated_at: writeInstant(app.updatedAt),
})

/** An app with its new secrets. A public one has no client secret. */
export const AppWithSecrets = z.object({
  app: AppResource,
  client_secret: z.string().nullable(),
  webhook_signing_key: z.string(),
})

export const AllowedAppResource = z.object({
  client_id: z.string(),
  name: z.string(),
  scope: z.string().meta({ description: 'All that it was allowed, however often' }),
  allowed_at: timestamp,
})

export const toGrantSubject = ({ grantId, clientId, clientName, scopes, audience }: Omit<Grant, 'holds'>) => ({
  uuid: grantId,
  client_id: clientId,
  name: clientName,
  scope: scopes.join(' '),
  audience,
})

export type RevocationReason = 'code_replayed' | 'refresh_token_reused' | 'given_back' | 'withdrawn'

export const grantRevoked = (grant: Omit<Grant, 'holds'>, reason: RevocationReason, actor: Actor, now: Date): Fact => ({
  name: 'oauth_grant.revoked',
  organizationId: grant.organizationId,
  actor,
  subject: { ...toGrantSubject(grant), reason },
  occurredAt: now,
})
