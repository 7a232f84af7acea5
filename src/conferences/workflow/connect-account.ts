import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { chooseAccount } from '#event-types/index.ts'
import type { WriteCall } from '#execution/operation.ts'
import {
  type Deadline,
  deleteAccount,
  insertAccount,
  lockAccountOf,
  type ProviderAccount,
  renewAccount,
  sealAccount,
} from '#integrations/index.ts'
import { factSubject } from '../fact-subject.ts'
import { retryFailed } from './retry-failed.ts'

/** A person waits for it. */
const waitedMilliseconds = 25_000

export const whileWaited = (): Deadline => {
  const end = performance.now() + waitedMilliseconds
  return { leftMilliseconds: () => end - performance.now() }
}

type Connected = Pick<ProviderAccount, 'membershipId' | 'service' | 'kind' | 'account'>

/**
 * Keeps an account that was tried, and gives its id. The same one, connected again, keeps its conferences; another takes the place of the
 * one before.
 */
export const connectAccount = async (
  { tx, principal, links, encryption, now }: Pick<WriteCall, 'tx' | 'principal' | 'links' | 'encryption' | 'now'>,
  connected: Connected,
  credentials: object,
  sealTokensFor?: (id: string) => Buffer,
): Promise<string> => {
  const { organizationId } = principal
  const { membershipId, service, kind, account } = connected
  const known = await lockAccountOf(tx, organizationId, membershipId, kind)
  const isSame = known?.service === service && known.account === account
  const id = isSame ? known.id : randomUUID()
  const tokens = sealTokensFor?.(id) ?? null
  const sealed = { credentials: sealAccount(encryption, id, credentials), tokens }
  if (isSame) await renewAccount(tx, organizationId, id, sealed, now)
  else {
    if (known) await deleteAccount(tx, organizationId, known.id)
    await insertAccount(tx, organizationId, { ...connected, ...sealed, id }, now)
  }
  if (membershipId !== null) await chooseAccount(tx, organizationId, membershipId, kind, now)
  await retryFailed(tx, organizationId, kind, now)
  const userId = membershipId === null ? null : principal.userId
  await recordChange(
    { tx, principal, now },
    'conference_account.connected',
    factSubject(links, { ...connected, userId }),
  )
  return id
}
