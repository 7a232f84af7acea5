import { sql } from 'kysely'
import type { Principal } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import type { Account } from '../account.ts'
import { passwordNotProven } from '../problems.ts'

/** What a user signs in with, and their current membership. */
export interface Credentials extends Account {
  readonly name: string
  readonly email: string
  /** Null: no password is set, and they cannot sign in. */
  readonly passwordHash: string | null
  readonly hasSecondFactor: boolean
  /** They have not been through the first run. */
  readonly awaitsWelcome: boolean
}

const allCredentials = (reader: Reader) =>
  reader
    .selectFrom('users')
    .innerJoin('organization_memberships as membership', (join) =>
      join.onRef('membership.user_id', '=', 'users.id').on('membership.ended_at', 'is', null),
    )
    .select([
      'users.id as userId',
      'users.name',
      'users.email',
      'membership.organization_id as organizationId',
      'membership.id as membershipId',
      'users.password_hash as passwordHash',
      'users.awaits_welcome as awaitsWelcome',
      sql<boolean>`users.totp_confirmed_at is not null`.as('hasSecondFactor'),
    ])

/** Without a tenant: a sign-in has only an e-mail address. */
export const findCredentials = async (reader: Reader, email: string): Promise<Credentials | undefined> =>
  allCredentials(reader).where(sql`lower(users.email)`, '=', sql`lower(${email}::text)`).executeTakeFirst()

export const findCredentialsOf = async (reader: Reader, userId: string): Promise<Credentials | undefined> =>
  allCredentials(reader).where('users.id', '=', userId).executeTakeFirst()

/** The same, and locked until the transaction ends. */
export const lockCredentials = async (tx: Tx, userId: string): Promise<Credentials | undefined> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return findCredentialsOf(tx, userId)
}

/** By an address, without a tenant. */
export const lockCredentialsByEmail = async (tx: Tx, email: string): Promise<Credentials | undefined> => {
  const found = await findCredentials(tx, email)
  return found && lockCredentials(tx, found.userId)
}

/**
 * The caller's own account, for a change that needs the password: they have just confirmed it, if the hash that it
 * matched is still the stored one. The operator of the machine needs none.
 */
export const lockConfirmed = async (
  tx: Tx,
  { userId, via }: Principal,
  proven: string | undefined,
): Promise<Credentials> => {
  const account = await lockCredentials(tx, userId)
  const isConfirmed = via.kind === 'command_line' || (proven !== undefined && account?.passwordHash === proven)
  if (!account || !isConfirmed) throw new Problem(passwordNotProven)
  return account
}

/** False when the password was changed meanwhile. */
export const replacePassword = (
  tx: Tx,
  userId: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ password_hash: to, unproven: false })
      .where('id', '=', userId)
      .where(sql<boolean>`password_hash is not distinct from ${from}::text`),
  )
