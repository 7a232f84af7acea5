import type { Reader, Tx } from '#platform/db/database.ts'
import type { BotProtection, VisitorRules } from '../visitor-rules.ts'

export const loadVisitorRules = async (reader: Reader, organizationId: string): Promise<VisitorRules> => {
  const row = await reader
    .selectFrom('organizations')
    .select(['bot_protection as botProtection', 'blocked_addresses as blockedAddresses'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { ...row, botProtection: row.botProtection as BotProtection }
}

export const updateVisitorRules = async (
  tx: Tx,
  organizationId: string,
  { botProtection, blockedAddresses }: VisitorRules,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('organizations')
    .set({ bot_protection: botProtection, blocked_addresses: [...blockedAddresses], updated_at: now })
    .where('id', '=', organizationId)
    .execute()
}
