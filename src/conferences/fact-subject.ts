import { type Links, uriOf } from '#contract/wire.ts'
import type { ProviderAccount } from '#integrations/index.ts'

/** What the activity log keeps about an account. Without a user, it is that of the organization. */
export const factSubject = (
  links: Links,
  { userId, service, kind }: Pick<ProviderAccount, 'userId' | 'service' | 'kind'>,
): object => ({ user: userId === null ? null : uriOf(links, 'users', userId), service, kind })
