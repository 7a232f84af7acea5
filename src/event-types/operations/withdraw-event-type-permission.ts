import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { findEventType } from '../store/event-types.ts'
import { deletePermission } from '../store/permissions.ts'

export const withdrawEventTypePermission = write({
  name: 'withdraw_event_type_permission',
  summary: "Take back a member's permission on an event type",
  scopes: ['event_types:write'],
  input: z.object({ event_type: referenceTo('event_types'), user: referenceTo('users') }),
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { event_type: eventTypeId, user: userId }) {
    const { organizationId } = principal
    const eventType = await findEventType(tx, organizationId, eventTypeId)
    const membership = await findMembershipOfUser(tx, organizationId, userId)
    if (!eventType || eventType.deletedAt || !membership) throw missing()
    if (eventType.owner.membershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('You do not have permission')
    if (membership.endedAt) throw refuse('This user is not in your organization')
    if (!(await deletePermission(tx, organizationId, eventTypeId, membership.id)))
      throw invalid({ parameter: 'user', message: 'holds no permission on this type' })

    const resource = toEventTypeResource({ links, codes }, eventType)
    const subject = { ...asRecorded(resource, eventType), user: uriOf(links, 'users', userId) }
    await recordFact(tx, { name: 'event_type.permission_withdrawn', organizationId, actor: actorOf(principal), subject, occurredAt: now })
    return resource
  },
})
