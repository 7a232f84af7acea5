import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import type { AccountPurpose, ProviderAccount, SealedAccount } from '../provider-account.ts'

/** Those that make conferences, of members and of the organization. */
const accounts = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('provider_accounts as accounts')
    .leftJoin('organization_memberships as members', (join) =>
      join
        .onRef('members.organization_id', '=', 'accounts.organization_id')
        .onRef('members.id', '=', 'accounts.membership_id'),
    )
    .select([
      'accounts.id',
      'accounts.organization_id as organizationId',
      'accounts.membership_id as membershipId',
      'members.user_id as userId',
      'accounts.service',
      'accounts.kind',
      'accounts.account',
      'accounts.fault',
      'accounts.is_lost as isLost',
      'accounts.created_at as createdAt',
      'accounts.updated_at as updatedAt',
    ])
    .where('accounts.organization_id', '=', organizationId)
    .where('accounts.purpose', '=', 'conference')
    .$narrowType<Pick<ProviderAccount, 'service' | 'kind'>>()

export const findAccount = (reader: Reader, organizationId: string, id: string): Promise<ProviderAccount | undefined> =>
  accounts(reader, organizationId).where('accounts.id', '=', id).executeTakeFirst()

/** Those of a member, and of the organization: at most one of each kind. */
export const listAccounts = (
  reader: Reader,
  organizationId: string,
  membershipId: string,
): Promise<readonly ProviderAccount[]> =>
  accounts(reader, organizationId)
    .where(({ or, eb }) =>
      or([eb('accounts.membership_id', 'is', null), eb('accounts.membership_id', '=', membershipId)]),
    )
    .orderBy('accounts.created_at')
    .orderBy('accounts.id')
    .execute()

/** With its credentials, sealed. */
export const findSealedAccount = (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<SealedAccount | undefined> =>
  reader
    .selectFrom('provider_accounts')
    .select(['id', 'organization_id as organizationId', 'service', 'credentials'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('purpose', '=', 'conference')
    .$narrowType<Pick<SealedAccount, 'service'>>()
    .executeTakeFirst()

export type NewAccount = Pick<ProviderAccount, 'id' | 'membershipId' | 'service' | 'kind' | 'account'> & {
  readonly credentials: Buffer
  /** Of a consent. */
  readonly tokens?: Buffer | null
}

/** At most one of each kind. */
export const insertAccount = async (
  tx: Tx,
  organizationId: string,
  { id, membershipId, service, kind, account, credentials, tokens }: NewAccount,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('provider_accounts')
    .values({
      organization_id: organizationId,
      id,
      membership_id: membershipId,
      purpose: 'conference',
      service,
      kind,
      account,
      credentials,
      tokens: tokens ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** The account of this kind, locked until the end of the transaction. */
export const lockAccountOf = (
  tx: Tx,
  organizationId: string,
  membershipId: string | null,
  kind: ProviderAccount['kind'],
): Promise<Pick<ProviderAccount, 'id' | 'service' | 'account'> | undefined> =>
  tx
    .selectFrom('provider_accounts')
    .select(['id', 'service', 'account'])
    .where('organization_id', '=', organizationId)
    .where('membership_id', 'is not distinct from', membershipId)
    .where('kind', '=', kind)
    .$narrowType<Pick<ProviderAccount, 'service'>>()
    .forUpdate()
    .executeTakeFirst()

/** One that is connected again works, until it is used. */
export const renewAccount = async (
  tx: Tx,
  organizationId: string,
  id: string,
  { credentials, tokens }: Pick<NewAccount, 'credentials' | 'tokens'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('provider_accounts')
    .set({
      ...{ credentials, tokens: tokens ?? null, refreshing_until: null },
      ...{ fault: null, is_lost: false, lost_at: null, updated_at: now },
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export const deleteAccount = (tx: Tx, organizationId: string, id: string): Promise<boolean> =>
  hasEffect(tx.deleteFrom('provider_accounts').where('organization_id', '=', organizationId).where('id', '=', id))

/** Those of members who have left. */
export const deleteAccountsOfEnded = async (tx: Tx, organizationId: string): Promise<void> => {
  await sql`
    delete from provider_accounts as account using organization_memberships as member
    where account.organization_id = ${organizationId} and member.organization_id = account.organization_id
      and member.id = account.membership_id and member.ended_at is not null`.execute(tx)
}

/** How it went when it was last used. True when it is lost since now. */
export const recordAccountHealth = async (
  tx: Tx,
  organizationId: string,
  id: string,
  { fault, isLost }: Pick<ProviderAccount, 'fault' | 'isLost'>,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ wasLost: boolean }>`
    update provider_accounts as account set fault = ${fault}, is_lost = ${isLost}, lost_at = case when ${isLost}::boolean then coalesce(account.lost_at, ${now}) end
    from (select id, is_lost from provider_accounts where organization_id = ${organizationId} and id = ${id} for update) as before
    where account.organization_id = ${organizationId} and account.id = before.id
      and (account.fault is distinct from ${fault} or account.is_lost <> ${isLost})
    returning before.is_lost as "wasLost"`.execute(tx)
  return isLost && rows[0]?.wasLost === false
}

/** Encrypted. Undefined when the account is gone. */
export const findAccountTokens = async (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<Buffer | undefined> => {
  const row = await reader
    .selectFrom('provider_accounts')
    .select('tokens')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.tokens ?? undefined
}

/** Of many that find the same tokens out of date, one may renew them until `until`. */
export const claimAccountRefresh = (
  tx: Tx,
  organizationId: string,
  id: string,
  tokens: Buffer,
  now: Date,
  until: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('provider_accounts')
      .set({ refreshing_until: until })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('tokens', '=', tokens)
      .where(({ or, eb }) => or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', now)])),
  )

/** They could not be renewed: another may try. */
export const releaseAccountRefresh = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx
    .updateTable('provider_accounts')
    .set({ refreshing_until: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** In place of `before`: what a new consent has brought meanwhile stays. */
export const replaceAccountTokens = async (
  tx: Tx,
  organizationId: string,
  id: string,
  before: Buffer,
  tokens: Buffer,
): Promise<void> => {
  await tx
    .updateTable('provider_accounts')
    .set({ tokens, refreshing_until: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('tokens', '=', before)
    .execute()
}

/** Of all organizations. */
export const overviewOfAccounts = async (
  reader: Reader,
  purpose: AccountPurpose,
): Promise<{ readonly accounts: number; readonly lost: number }> => {
  const { accounts: all, lost } = await reader
    .selectFrom('provider_accounts')
    .select([
      sql<number>`cast(count(*) as integer)`.as('accounts'),
      sql<number>`cast(count(*) filter (where is_lost) as integer)`.as('lost'),
    ])
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return { accounts: all, lost }
}
