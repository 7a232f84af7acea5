import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toGroupResource } from '../resources.ts'
import { deleteGroup as deleteGroupRow, findGroup } from '../store/groups.ts'

export const deleteGroup = write({
  name: 'delete_group',
  summary: 'Delete a group; its members stay in the organization',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const group = existing(await findGroup(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')

    if (!(await deleteGroupRow(tx, organizationId, uuid))) throw missing()
    await recordChange({ tx, principal, now }, 'group.deleted', toGroupResource(links, group))
  },
})
