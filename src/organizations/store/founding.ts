import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/database.ts'
import type { Organization } from '../organization.ts'
import type { User } from '../user.ts'
import { insertMembership } from './memberships.ts'
import { insertOrganization } from './organizations.ts'

/** A new organization with this user as its owner. */
export const foundOrganizationFor = async (
  tx: Tx,
  user: Pick<User, 'id' | 'name'>,
  now: Date,
  name = user.name,
  ids: { readonly organization?: string | undefined; readonly membership?: string | undefined } = {},
): Promise<Organization> => {
  const id = ids.organization ?? randomUUID()
  await insertOrganization(tx, { id, name }, now)
  await insertMembership(tx, id, { userId: user.id, role: 'owner', id: ids.membership }, now)
  return { id, name, plan: 'enterprise', stage: 'active', memberCount: 1, createdAt: now, updatedAt: now }
}
