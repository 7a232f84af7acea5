import type { Actor } from '#activity/index.ts'

/** An account and its current membership: what happens to it is recorded in that organization. */
export interface Account {
  readonly userId: string
  readonly organizationId: string
  readonly membershipId: string
}

/** The user as the actor of changes to their own account; a mailed link was sent to nobody else. */
export const accountOwner = ({ membershipId }: Pick<Account, 'membershipId'>): Actor => ({ type: 'user', membershipId })
