import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, refuse } from '#contract/problem.ts'
import { line } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { GroupResource, toGroupResource } from '../resources.ts'
import { insertGroup } from '../store/groups.ts'

export const createGroup = write({
  name: 'create_group',
  summary: 'Create a group',
  scopes: ['organizations:write'],
  input: z.object({ name: line(255) }),
  output: GroupResource,

  async run({ tx, principal, links, now }, { name }) {
    const { organizationId } = principal
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    const id = await insertGroup(tx, organizationId, name, now)
    if (id === undefined) throw invalid({ parameter: 'name', reason: 'group_name_taken' })

    const resource = toGroupResource(links, {
      id,
      organizationId,
      name,
      memberCount: 0,
      createdAt: now,
      updatedAt: now,
    })
    await recordChange({ tx, principal, now }, 'group.created', resource)
    return resource
  },
})
