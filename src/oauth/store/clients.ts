import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { uuidForm } from '#contract/wire.ts'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { deletePortion } from '#platform/db/portions.ts'
import type { App } from '../app.ts'
import type { OauthClient } from '../client.ts'
import { isDocumentAddress } from '../document.ts'

const columns = [
  'oauth_clients.id',
  'oauth_clients.kind',
  'oauth_clients.document_url as documentUrl',
  'oauth_clients.document_expires_at as documentExpiresAt',
  'oauth_clients.name',
  'oauth_clients.secret_hash as secretHash',
  'oauth_clients.redirect_uris as redirectUris',
  'oauth_clients.scopes',
  'oauth_clients.is_legacy as isLegacy',
  'oauth_clients.requires_pkce as requiresPkce',
] as const

/** By its `client_id`: an id of ours, or the address of its document. */
export const findClient = async (reader: Reader, clientId: string): Promise<OauthClient | undefined> =>
  clientBy(reader, clientId)?.executeTakeFirst()

/** As above, and locked against deletion until this transaction ends, so that the deletion sees the new grant. */
export const lockClient = async (tx: Tx, clientId: string): Promise<OauthClient | undefined> =>
  clientBy(tx, clientId)?.forShare().executeTakeFirst()

const clientBy = (reader: Reader, clientId: string) => {
  const query = reader.selectFrom('oauth_clients').select(columns).where('deleted_at', 'is', null)
  if (uuidForm.test(clientId)) return query.where('id', '=', clientId)
  return isDocumentAddress(clientId) ? query.where('document_url', '=', clientId) : undefined
}

/** The key that an app's webhooks are signed with, still encrypted. */
export const findWebhookKey = async (reader: Reader, id: string): Promise<Buffer | undefined> => {
  const found = await reader
    .selectFrom('oauth_clients')
    .select('webhook_key')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.webhook_key ?? undefined
}

const apps = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('oauth_clients')
    .innerJoin('organization_memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'oauth_clients.owner_organization_id')
        .onRef('membership.id', '=', 'oauth_clients.owner_membership_id'),
    )
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select([
      ...columns,
      'membership.id as ownerMembershipId',
      sql<string>`coalesce(membership.former_email, users.email)`.as('ownerEmail'),
      'oauth_clients.created_at as createdAt',
      'oauth_clients.updated_at as updatedAt',
    ])
    .where('oauth_clients.owner_organization_id', '=', organizationId)
    .where('oauth_clients.kind', '=', 'app')
    .where('oauth_clients.deleted_at', 'is', null)

export const findApp = async (reader: Reader, organizationId: string, id: string): Promise<App | undefined> =>
  apps(reader, organizationId).where('oauth_clients.id', '=', id).executeTakeFirst()

export const listApps = async (
  reader: Reader,
  organizationId: string,
  { membershipId }: { readonly membershipId?: string | undefined },
  page: PageRequest,
): Promise<Page<App>> => {
  let query = apps(reader, organizationId)
  if (membershipId !== undefined) query = query.where('membership.id', '=', membershipId)
  return readPage(query, page, byCreation('oauth_clients'))
}

interface NewApp extends Omit<OauthClient, 'kind' | 'documentUrl' | 'documentExpiresAt'> {
  readonly membershipId: string
  readonly webhookKey: Buffer
}

export const insertApp = async (tx: Tx, organizationId: string, app: NewApp, now: Date): Promise<void> => {
  await tx
    .insertInto('oauth_clients')
    .values({
      id: app.id,
      kind: 'app',
      name: app.name,
      secret_hash: app.secretHash,
      webhook_key: app.webhookKey,
      redirect_uris: [...app.redirectUris],
      scopes: [...app.scopes],
      is_legacy: app.isLegacy,
      requires_pkce: app.requiresPkce,
      owner_organization_id: organizationId,
      owner_membership_id: app.membershipId,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** New secrets; the old ones stop working with the same statement. */
export const updateAppSecrets = async (
  tx: Tx,
  organizationId: string,
  id: string,
  { secretHash, webhookKey }: { readonly secretHash: Buffer | null; readonly webhookKey: Buffer },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('oauth_clients')
    .set({ secret_hash: secretHash, webhook_key: webhookKey, updated_at: now })
    .where(({ and }) => and({ owner_organization_id: organizationId, id }))
    .execute()
}

export const updateApp = async (
  tx: Tx,
  organizationId: string,
  id: string,
  { name, redirectUris }: Pick<OauthClient, 'name' | 'redirectUris'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('oauth_clients')
    .set({ name, redirect_uris: [...redirectUris], updated_at: now })
    .where(({ and }) => and({ owner_organization_id: organizationId, id, deleted_at: null }))
    .execute()
}

/** False when it was deleted already. The row stays, because grants and tokens refer to it. */
export const markAppDeleted = (tx: Tx, organizationId: string, id: string, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('oauth_clients')
      .set({ deleted_at: now, updated_at: now, webhook_key: null })
      .where(({ and }) => and({ owner_organization_id: organizationId, id, deleted_at: null })),
  )

type NewPublicClient = Pick<OauthClient, 'id' | 'name' | 'redirectUris' | 'scopes'>

export const insertDynamicClient = async (
  tx: Tx,
  { id, name, redirectUris, scopes }: NewPublicClient,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('oauth_clients')
    .values({
      id,
      kind: 'dynamic',
      name,
      redirect_uris: [...redirectUris],
      scopes: [...scopes],
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Saves what its document says now. The client and its grants stay the same. */
export const saveDocumentClient = async (
  tx: Tx,
  {
    id,
    name,
    redirectUris,
    scopes,
    documentUrl,
    documentExpiresAt,
  }: NewPublicClient & { readonly documentUrl: string; readonly documentExpiresAt: Date },
  now: Date,
): Promise<OauthClient> =>
  tx
    .insertInto('oauth_clients')
    .values({
      id,
      kind: 'document',
      document_url: documentUrl,
      document_expires_at: documentExpiresAt,
      name,
      redirect_uris: [...redirectUris],
      scopes: [...scopes],
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('document_url').doUpdateSet({
        document_expires_at: documentExpiresAt,
        name,
        redirect_uris: [...redirectUris],
        scopes: [...scopes],
        updated_at: now,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/**
 * Deletes a batch of clients that registered before then and are allowed nothing; returns how many. Webhooks that one
 * made are ended first.
 */
export const deleteUnusedClients = (tx: Tx, before: Date): Promise<number> => {
  const isAllowed = sql`exists (select 1 from oauth_grants where oauth_grants.client_id = oauth_clients.id)`
  const hasWebhooks = sql`exists (select 1 from webhook_subscriptions where webhook_subscriptions.client_id = oauth_clients.id)`
  return deletePortion(
    tx,
    'oauth_clients',
    'id',
    sql`kind <> 'app' and updated_at < ${before} and not ${isAllowed} and not ${hasWebhooks}`,
  )
}
