import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toGroupRelationshipResource } from '../resources.ts'
import { deleteRelationship, findRelationship } from '../store/groups.ts'

export const removeGroupMember = write({
  name: 'remove_group_member',
  summary: 'Take somebody out of a group, or take the admin role of it from them',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId.meta({ description: 'The group relationship that ends' }) }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const relationship = existing(await findRelationship(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')

    if (!(await deleteRelationship(tx, organizationId, relationship, now))) throw missing()
    await recordChange(
      { tx, principal, now },
      'group_relationship.deleted',
      toGroupRelationshipResource(links, relationship),
    )
  },
})
