import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'

/** Encrypted. Undefined when the connection is gone. */
export const findTokens = async (
  reader: Reader,
  organizationId: string,
  connectionId: string,
): Promise<Buffer | undefined> => {
  const row = await reader
    .selectFrom('calendar_tokens')
    .select('tokens')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return row?.tokens
}

/** Of many that find the same tokens out of date, one may renew them until `until`. */
export const claimRefresh = (
  tx: Tx,
  organizationId: string,
  connectionId: string,
  tokens: Buffer,
  now: Date,
  until: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('calendar_tokens')
      .set({ refreshing_until: until })
      .where('organization_id', '=', organizationId)
      .where('connection_id', '=', connectionId)
      .where('tokens', '=', tokens)
      .where(({ or, eb }) => or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', now)])),
  )

/** They could not be renewed: another may try. */
export const releaseRefresh = async (tx: Tx, organizationId: string, connectionId: string): Promise<void> => {
  await tx
    .updateTable('calendar_tokens')
    .set({ refreshing_until: null })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
}

/** In place of `before`: what a new consent has brought meanwhile stays. */
export const replaceTokens = async (
  tx: Tx,
  organizationId: string,
  connectionId: string,
  before: Buffer,
  tokens: Buffer,
): Promise<void> => {
  await tx
    .updateTable('calendar_tokens')
    .set({ tokens, refreshing_until: null })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('tokens', '=', before)
    .execute()
}

/** What a consent has brought. */
export const saveTokens = async (
  tx: Tx,
  organizationId: string,
  connectionId: string,
  tokens: Buffer,
): Promise<void> => {
  await tx
    .insertInto('calendar_tokens')
    .values({ organization_id: organizationId, connection_id: connectionId, tokens })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'connection_id']).doUpdateSet({ tokens, refreshing_until: null }),
    )
    .execute()
}
