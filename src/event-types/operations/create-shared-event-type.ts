import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight, currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { changed } from '../change.ts'
import { newSettings } from '../event-type.ts'
import { CreateSharedEventTypeRequest } from '../requests.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayManage } from '../rights.ts'
import { freeEventTypeSlug } from '../slug.ts'
import { findEventType, findSlugsAndPosition, insertEventType } from '../store/event-types.ts'
import { insertHosts } from '../store/hosts.ts'

/** The API creates one-on-one types only; this is for the console and the command line. */
export const createSharedEventType = write({
  name: 'create_shared_event_type',
  summary: 'Create a group, collective or round-robin event type',
  description: 'The owner is the first host. A group type has seats and one host.',
  scopes: ['event_types:write'],
  input: CreateSharedEventTypeRequest,
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { ownerUserId, sharing, hosts, changes }) {
    const { organizationId } = principal
    const members = [
      { userId: ownerUserId, priority: hosts.find(({ userId }) => userId === ownerUserId)?.priority ?? 0 },
      ...hosts.filter(({ userId }) => userId !== ownerUserId),
    ]
    if (new Set(members.map(({ userId }) => userId)).size < members.length)
      throw invalid({ parameter: 'hosts', reason: 'not_unique' })
    if (sharing === 'group' && members.length > 1) throw invalid({ parameter: 'hosts', reason: 'group_has_one_host' })

    const placed = []
    for (const { userId, priority } of members) {
      const membership = currentMember(await findMembershipOfUser(tx, organizationId, userId))
      placed.push({ membershipId: membership.id, priority })
    }
    const owner = placed[0] as { membershipId: string }
    const onlySelf = placed.every(({ membershipId }) => membershipId === principal.membershipId)
    if (!onlySelf && !isAdmin(principal)) throw refuse('no_access')
    checkMayManage(principal, changes)
    await checkMemberRight(tx, principal, 'create_event_types')

    const { slugs, nextPosition } = await findSlugsAndPosition(tx, organizationId, owner.membershipId)
    const kind = sharing === 'group' ? 'group' : 'solo'
    const index = {
      slug: freeEventTypeSlug(changes.name, slugs),
      position: nextPosition,
      pooling: sharing === 'group' ? null : sharing,
      kind,
    } as const
    const settings = changed(
      newSettings({ name: changes.name, duration: changes.duration ?? changes.durationOptions?.[0] }, index),
      changes,
    )
    const id = await insertEventType(tx, organizationId, owner.membershipId, settings, now)
    await insertHosts(tx, organizationId, id, placed, now)

    const eventType = await findEventType(tx, organizationId, id)
    if (!eventType) throw new Error('A new event type cannot be found.')
    const resource = toEventTypeResource({ links, codes }, eventType)
    await recordChange({ tx, principal, now }, 'event_type.created', asRecorded(resource, eventType))
    return resource
  },
})
