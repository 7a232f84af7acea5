import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { flag, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { memberRights } from '../member-rights.ts'
import { loadMemberRights, updateMemberRights } from '../store/member-rights.ts'

/** For the console. Owners and admins may always do all of it. */
export const changeMemberRights = write({
  name: 'change_member_rights',
  summary: 'Say what members may do by themselves',
  scopes: ['organizations:write'],
  input: z.object({
    create_event_types: flag.optional(),
    change_hours: flag.optional(),
    connect_calendars: flag.optional(),
  }),
  output: z.record(z.enum(memberRights), z.boolean()),

  async run({ tx, principal, links, now }, changes) {
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    const { organizationId } = principal
    const before = await loadMemberRights(tx, organizationId)
    const after = {
      create_event_types: changes.create_event_types ?? before.create_event_types,
      change_hours: changes.change_hours ?? before.change_hours,
      connect_calendars: changes.connect_calendars ?? before.connect_calendars,
    }
    if (memberRights.every((right) => after[right] === before[right])) return before
    await updateMemberRights(tx, organizationId, after, now)
    await recordChange({ tx, principal, now }, 'organization.member_rights_changed', {
      uri: uriOf(links, 'organizations', organizationId),
      ...after,
    })
    return after
  },
})
