import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { BegunSession } from '../resources.ts'
import {
  type BrowserSession,
  codeLifetimeMilliseconds,
  type ListedSession,
  newSessionKey,
  sessionHash,
  sessionLifetime,
} from '../session.ts'

const sessionsByHash = prepared((reader, { hash }: { hash: Buffer }) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('organization_memberships as membership', (join) =>
      join.onRef('membership.user_id', '=', 'sessions.user_id').on('membership.ended_at', 'is', null),
    )
    .innerJoin('organizations', 'organizations.id', 'membership.organization_id')
    .select([
      'sessions.id',
      'sessions.user_id as userId',
      'membership.organization_id as organizationId',
      'membership.id as membershipId',
      'membership.role',
      'organizations.plan',
      'organizations.stage',
      'users.name',
      'users.email',
      'users.slug',
      'users.timezone',
      'users.locale',
      'users.awaits_welcome as awaitsWelcome',
      sql<boolean>`users.password_hash is not null`.as('hasPassword'),
      'users.time_notation as timeNotation',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.expires_at as expiresAt',
      'sessions.awaits_code as awaitsCode',
    ])
    .where('sessions.hash', '=', hash),
)

/**
 * The session with the user's current membership, in one query. Without a tenant: the cookie alone identifies the user.
 */
export const findSession = async (reader: Reader, hash: Buffer): Promise<BrowserSession | undefined> =>
  (await sessionsByHash(reader, { hash }))[0]

/** Of a session that began at the provider of a company. */
export interface ProviderLogin {
  readonly identityId: string
  /** The provider's name for it. */
  readonly session: string | undefined
  readonly sealedIdToken: Buffer
}

/**
 * A new session with its key, of which only a digest is stored. It lasts until the code of the second factor has come,
 * or as long as sessions do.
 */
export const startSession = async (
  tx: Tx,
  {
    userId,
    device,
    awaitsCode,
    login,
  }: Pick<BrowserSession, 'userId' | 'awaitsCode'> & {
    readonly device: string
    readonly login?: ProviderLogin | undefined
  },
  now: Date,
): Promise<z.output<typeof BegunSession>> => {
  const key = newSessionKey()
  const expiresAt = new Date(
    now.getTime() + (awaitsCode ? codeLifetimeMilliseconds : sessionLifetime.absoluteMilliseconds),
  )
  const times = { created_at: now, last_seen_at: now, expires_at: expiresAt }
  await tx
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      user_id: userId,
      hash: sessionHash(key),
      awaits_code: awaitsCode,
      device,
      identity_id: login?.identityId,
      provider_session: login?.session,
      id_token: login?.sealedIdToken,
      ...times,
    })
    .execute()
  // From now on the account is somebody's, whatever an import says.
  await tx.updateTable('users').set({ unproven: false }).where('id', '=', userId).where('unproven', '=', true).execute()
  return { key, awaits_code: awaitsCode, expires_at: expiresAt }
}

export const updateLastSeen = async (tx: Tx, sessionId: string, now: Date): Promise<void> => {
  await tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute()
}

/** False when it had ended already. Only the user themselves can end one by its id. */
export const deleteSession = (tx: Tx, userId: string, sessionId: string): Promise<boolean> =>
  hasEffect(tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', sessionId))

/** Ends all sessions of a user, or all but the one they are using. */
export const deleteSessionsOf = async (
  tx: Tx,
  userId: string,
  { except }: { readonly except?: string | undefined } = {},
): Promise<void> => {
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== undefined) query = query.where('id', '<>', except)
  await query.execute()
}

/** The sessions that have not ended, the last used one first. */
export const listSessionsOf = async (reader: Reader, userId: string, now: Date): Promise<ListedSession[]> =>
  reader
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where(({ and }) => and({ user_id: userId, awaits_code: false }))
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

const idleSince = (now: Date): Date => new Date(now.getTime() - sessionLifetime.idleMilliseconds)

/** Whether it has not ended, and its user is still in that organization with that role. */
export const isSessionLive = async (
  reader: Reader,
  { id, organizationId, membershipId, role }: Pick<BrowserSession, 'id' | 'organizationId' | 'membershipId' | 'role'>,
  now: Date,
): Promise<boolean> => {
  const found = await reader
    .selectFrom('sessions')
    .innerJoin('organization_memberships as membership', 'membership.user_id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', idleSince(now))
    .where('membership.organization_id', '=', organizationId)
    .where('membership.id', '=', membershipId)
    .where('membership.role', '=', role)
    .where('membership.ended_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes a batch of expired sessions, and returns how many. */
export const deleteEndedSessions = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, 'sessions', 'id', sql`(expires_at <= ${now} or last_seen_at <= ${idleSince(now)})`)
