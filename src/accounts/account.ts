import type { Actor } from '#activity/index.ts'
import type { Principal } from '#contract/principal.ts'

/** An account and its current membership: what happens to it is recorded in that organization. */
export interface Account {
  readonly userId: string
  readonly organizationId: string
  readonly membershipId: string
}

/** The user as the actor of changes to their own account; a mailed link was sent to nobody else. */
export const accountOwner = ({ membershipId }: Pick<Account, 'membershipId'>): Actor => ({ type: 'user', membershipId })

/**
 * Whether the caller has just confirmed the password: the hash that it matched is still the stored one. The operator of the
 * machine needs none.
 */
export const hasConfirmedPassword = (
  { via }: Pick<Principal, 'via'>,
  { passwordHash }: { readonly passwordHash: string | null },
  proven: string | undefined,
): boolean => via.kind === 'command_line' || (proven !== undefined && passwordHash === proven)
