import type { Actor } from '#activity/index.ts'
import type { Principal } from '#contract/principal.ts'

/** An account and its current membership: what happens to it is recorded in that organization. */
export interface Account {
  readonly userId: string
  readonly organizationId: string
  readonly membershipId: string
}

/** The person as the actor of what happens to their own account; a mailed link was sent to nobody else. */
export const themselves = ({ membershipId }: Pick<Account, 'membershipId'>): Actor => ({ type: 'user', membershipId })

/**
 * Whoever changes how somebody signs in has just shown that they know the password: the hash it was right for is still the
 * one that is kept. The operator of the machine needs none.
 */
export const hasProven = ({ via }: Pick<Principal, 'via'>, { passwordHash }: { readonly passwordHash: string | null }, proven: string | undefined): boolean =>
  via.kind === 'command_line' || (proven !== undefined && passwordHash === proven)
