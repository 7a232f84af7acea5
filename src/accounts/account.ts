import type { Actor } from '#activity/index.ts'
import type { Principal } from '#contract/principal.ts'

/** An account, with where it is a member now: what happens to it is told there. */
export interface Account {
  readonly userId: string
  readonly organizationId: string
  readonly membershipId: string
}

/** Whoever opens a link that only they were sent is the person themselves. */
export const themselves = ({ membershipId }: Pick<Account, 'membershipId'>): Actor => ({ type: 'user', membershipId })

/**
 * Whoever changes how somebody signs in has just shown that they know the password: the hash it was right for is still the
 * one that is kept. The operator of the machine needs none.
 */
export const hasProven = ({ via }: Pick<Principal, 'via'>, { passwordHash }: { readonly passwordHash: string | null }, proven: string | undefined): boolean =>
  via.kind === 'command_line' || (proven !== undefined && passwordHash === proven)
