import { isAdmin, type Principal } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import type { Reader } from '#platform/db/database.ts'
import type { MemberRight } from '../member-rights.ts'
import { loadMemberRights } from '../store/member-rights.ts'

/** Refuses what the organization does not let its plain members do. */
export const checkMemberRight = async (reader: Reader, principal: Principal, right: MemberRight): Promise<void> => {
  if (isAdmin(principal)) return
  if (!(await loadMemberRights(reader, principal.organizationId))[right]) throw refuse('left_to_admins')
}
