import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import type { Identity, Subject } from '../identity.ts'

const identities = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('identities')
    .select(['id', 'user_id as userId', 'issuer', 'subject', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('organization_id', '=', organizationId)

export const findIdentity = async (
  reader: Reader,
  organizationId: string,
  { issuer, subject }: Subject,
): Promise<Identity | undefined> =>
  identities(reader, organizationId).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

/** Whether somebody at this provider signs in to the account. */
export const hasIdentityAt = async (
  reader: Reader,
  organizationId: string,
  issuer: string,
  userId: string,
): Promise<boolean> => {
  const found = await identities(reader, organizationId)
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

export const listIdentitiesOf = (reader: Reader, organizationId: string, userId: string): Promise<Identity[]> =>
  identities(reader, organizationId).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** The indexes decide when two link at once. */
export const insertIdentity = async (
  tx: Tx,
  organizationId: string,
  userId: string,
  { issuer, subject }: Subject,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('identities')
    .values({ id: randomUUID(), organization_id: organizationId, user_id: userId, issuer, subject, created_at: now })
    .execute()
}

export const updateIdentityUse = async (tx: Tx, organizationId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('identities')
    .set({ last_used_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id }))
    .execute()
}

/** Ends the sessions that began with it, too. False when it was gone already. */
export const deleteIdentity = (tx: Tx, organizationId: string, userId: string, id: string): Promise<boolean> =>
  hasEffect(
    tx.deleteFrom('identities').where(({ and }) => and({ organization_id: organizationId, user_id: userId, id })),
  )

/** What the provider is told when somebody signs out. */
export interface ProviderSession {
  readonly organizationId: string
  readonly issuer: string
  readonly sealedIdToken: Buffer
}

/** Of a session that began at a provider. Without a tenant: the session belongs to the account. */
export const findProviderSession = async (
  reader: Reader,
  userId: string,
  sessionId: string,
): Promise<ProviderSession | undefined> =>
  reader
    .selectFrom('sessions')
    .innerJoin('identities', 'identities.id', 'sessions.identity_id')
    .select(['identities.organization_id as organizationId', 'identities.issuer', 'sessions.id_token as sealedIdToken'])
    .where('sessions.user_id', '=', userId)
    .where('sessions.id', '=', sessionId)
    .where('sessions.id_token', 'is not', null)
    .$narrowType<{ sealedIdToken: Buffer }>()
    .executeTakeFirst()

/** Ends what began at the provider: one session of its, or all of a person. */
export const deleteProviderSessions = async (
  tx: Tx,
  organizationId: string,
  issuer: string,
  { subject, session }: { readonly subject: string | undefined; readonly session: string | undefined },
): Promise<boolean> => {
  let which = tx
    .selectFrom('identities')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', issuer)
  if (subject !== undefined) which = which.where('subject', '=', subject)
  let sessions = tx.deleteFrom('sessions').where('identity_id', 'in', which)
  if (session !== undefined) sessions = sessions.where('provider_session', '=', session)
  return hasEffect(sessions)
}

/** False for what was heard before. */
export const keepLogout = (tx: Tx, organizationId: string, tokenId: string, expiresAt: Date): Promise<boolean> =>
  hasEffect(
    tx
      .insertInto('heard_logouts')
      .values({
        organization_id: organizationId,
        hash: createHash('sha256').update(tokenId).digest(),
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Deletes a portion of those that would be too old to be heard again, and returns how many. */
export const deleteHeardLogouts = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, 'heard_logouts', 'hash', sql`expires_at <= ${new Date(now.getTime() - 600_000)}`)
