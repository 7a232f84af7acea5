import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { type WriteCall, write } from '#execution/operation.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { findEventType } from '../store/event-types.ts'
import { deletePermission, insertPermission } from '../store/permissions.ts'

const Permission = z.object({ event_type: referenceTo('event_types'), user: referenceTo('users') })

/** Granting and withdrawing differ in one statement, in the refusal when there is nothing to do, and in the fact. */
const settling =
  (isGrant: boolean) =>
  async (
    { tx, principal, links, codes, now }: WriteCall,
    { event_type: eventTypeId, user: userId }: z.output<typeof Permission>,
  ) => {
    const { organizationId } = principal
    const eventType = await findEventType(tx, organizationId, eventTypeId)
    const membership = await findMembershipOfUser(tx, organizationId, userId)
    if (!eventType || eventType.deletedAt || !membership) throw missing()
    checkMayChange(principal, eventType)
    if (membership.endedAt) throw refuse('not_a_member')

    const isSettled = isGrant
      ? await insertPermission(tx, organizationId, eventTypeId, membership.id, now)
      : await deletePermission(tx, organizationId, eventTypeId, membership.id)
    if (!isSettled)
      throw invalid({
        parameter: 'user',
        reason: isGrant ? 'permission_held' : 'permission_not_held',
      })

    const resource = toEventTypeResource({ links, codes }, eventType)
    const subject = { ...asRecorded(resource, eventType), user: uriOf(links, 'users', userId) }
    const name = isGrant ? 'event_type.permission_granted' : 'event_type.permission_withdrawn'
    await recordChange({ tx, principal, now }, name, subject)
    return resource
  }

export const grantEventTypePermission = write({
  name: 'grant_event_type_permission',
  summary: 'Let a member use an event type that is not their own',
  scopes: ['event_types:write'],
  input: Permission,
  output: EventTypeResource,
  run: settling(true),
})

export const withdrawEventTypePermission = write({
  name: 'withdraw_event_type_permission',
  summary: "Take back a member's permission on an event type",
  scopes: ['event_types:write'],
  input: Permission,
  output: EventTypeResource,
  run: settling(false),
})
