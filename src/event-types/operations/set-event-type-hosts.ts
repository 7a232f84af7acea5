import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, refuse } from '#contract/problem.ts'
import { integer, pathId, referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { lockEventType } from '../store/event-types.ts'
import { deleteHosts, insertHosts, listHosts, updatePriority } from '../store/hosts.ts'

/** For the console: the API sets hosts only when a type is created. */
export const setEventTypeHosts = write({
  name: 'set_event_type_hosts',
  summary: 'Set who hosts a collective or round-robin event type',
  description: 'The owner stays a host. Those who stay keep their hours and their share of the meetings.',
  scopes: ['event_types:write'],
  input: z.object({
    uuid: pathId,
    hosts: z
      .array(z.object({ user: referenceTo('users'), priority: integer({ min: 0, max: 100 }).default(0) }))
      .min(1)
      .max(100),
  }),
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { uuid, hosts }) {
    const { organizationId } = principal
    const eventType = existing(await lockEventType(tx, organizationId, uuid))
    checkMayChange(principal, eventType)
    if (!isAdmin(principal)) throw refuse('no_access')
    if (eventType.pooling === null) throw invalid({ parameter: 'uuid', reason: 'one_host' })
    const before = await listHosts(tx, organizationId, uuid)
    const wanted = new Map<string, number>()
    for (const { user, priority } of hosts) {
      const membership = currentMember(await findMembershipOfUser(tx, organizationId, user))
      wanted.set(membership.id, priority)
    }
    if (wanted.size < hosts.length) throw invalid({ parameter: 'hosts', reason: 'not_unique' })
    if (!wanted.has(eventType.owner.membershipId)) throw invalid({ parameter: 'hosts', reason: 'owner_must_host' })

    const known = new Set(before.map(({ membershipId }) => membershipId))
    const gone = before.filter(({ membershipId }) => !wanted.has(membershipId))
    const added = [...wanted]
      .filter(([membershipId]) => !known.has(membershipId))
      .map(([membershipId, priority]) => ({ membershipId, priority }))
    const changed = before.filter(
      ({ membershipId, priority }) => wanted.has(membershipId) && wanted.get(membershipId) !== priority,
    )
    if (gone.length > 0)
      await deleteHosts(
        tx,
        organizationId,
        uuid,
        gone.map(({ id }) => id),
      )
    if (added.length > 0) await insertHosts(tx, organizationId, uuid, added, now)
    for (const { id, membershipId } of changed)
      await updatePriority(tx, organizationId, id, wanted.get(membershipId) ?? 0, now)

    const resource = toEventTypeResource({ links, codes }, eventType)
    if (gone.length + added.length + changed.length > 0)
      await recordChange({ tx, principal, now }, 'event_type.updated', asRecorded(resource, eventType))
    return resource
  },
})
