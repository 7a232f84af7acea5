import { isAdmin, type Principal } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { findAccount, type ProviderAccount } from '#integrations/index.ts'
import type { Reader } from '#platform/db/database.ts'

/** An account that the caller may change: their own, or any for owners and admins. */
export const accountFor = async (reader: Reader, principal: Principal, id: string): Promise<ProviderAccount> => {
  const account = await findAccount(reader, principal.organizationId, id)
  if (!account) throw missing()
  if (account.membershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
  return account
}
