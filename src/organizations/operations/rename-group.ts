import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, missing, refuse } from '#contract/problem.ts'
import { line, pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { GroupResource, toGroupResource } from '../resources.ts'
import { findGroup, findGroupByName, updateGroupName } from '../store/groups.ts'

export const renameGroup = write({
  name: 'rename_group',
  summary: 'Rename a group',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId, name: line(255) }),
  output: GroupResource,

  async run({ tx, principal, links, now }, { uuid, name }) {
    const { organizationId } = principal
    const group = existing(await findGroup(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    if (group.name === name) return toGroupResource(links, group)
    const namesake = await findGroupByName(tx, organizationId, name)
    if (namesake && namesake.id !== group.id) throw invalid({ parameter: 'name', reason: 'group_name_taken' })

    if (!(await updateGroupName(tx, organizationId, uuid, name, now))) throw missing()
    const resource = toGroupResource(links, { ...group, name, updatedAt: now })
    await recordChange({ tx, principal, now }, 'group.renamed', resource)
    return resource
  },
})
