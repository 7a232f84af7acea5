import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import type { ProviderAccount } from '../provider-account.ts'

export type NewAccount = Pick<ProviderAccount, 'id' | 'membershipId' | 'service' | 'kind' | 'account'> & {
  readonly credentials: Buffer
  readonly tokens?: Buffer
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
