import { isAdmin, type Principal } from '#contract/principal.ts'

/** Its owner, and admins and owners of the organization. */
export const maySee = (
  principal: Pick<Principal, 'role' | 'membershipId'>,
  { membershipId }: { readonly membershipId: string },
): boolean => membershipId === principal.membershipId || isAdmin(principal)

/** What counts as busy is its owner's own affair. */
export const mayChange = (principal: Principal, { membershipId }: { readonly membershipId: string }): boolean =>
  membershipId === principal.membershipId
