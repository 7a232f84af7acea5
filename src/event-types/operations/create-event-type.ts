import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight, findMembershipOfUser } from '#organizations/index.ts'
import { changed, checkPooling } from '../change.ts'
import { fixedInApi, newSettings } from '../event-type.ts'
import { CreateEventTypeRequest } from '../requests.ts'
import { asRecorded, EventTypeResource, toEventTypeResource, withRequestNames } from '../resources.ts'
import { freeEventTypeSlug } from '../slug.ts'
import { findEventType, findSlugsAndPosition, insertEventType } from '../store/event-types.ts'
import { insertHosts, setOwnTimezone } from '../store/hosts.ts'

export const createEventType = write({
  name: 'create_event_type',
  summary: 'Create a one-on-one event type',
  description:
    'For yourself, or for any member as an owner or admin. A new event type is inactive unless you send `active: true`.',
  scopes: ['event_types:write'],
  fixed: fixedInApi,
  input: CreateEventTypeRequest,
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { ownerUserId, pooling, changes }) {
    const { organizationId } = principal
    const owner = existing(await findMembershipOfUser(tx, organizationId, ownerUserId))
    if (owner.endedAt) throw refuse('no_permission')
    if (owner.id !== principal.membershipId && !isAdmin(principal)) throw refuse('no_access')
    await checkMemberRight(tx, principal, 'create_event_types')

    const { slugs, nextPosition } = await findSlugsAndPosition(tx, organizationId, owner.id)
    const index = {
      slug: freeEventTypeSlug(changes.name, slugs),
      position: nextPosition,
      pooling: null,
      kind: 'solo',
    } as const
    const first = changes.durationOptions?.[0]
    const settings = changed(newSettings({ name: changes.name, duration: changes.duration ?? first }, index), changes)
    const id = await insertEventType(tx, organizationId, owner.id, settings, now)
    await insertHosts(tx, organizationId, id, [{ membershipId: owner.id, priority: 0 }], now)
    if (changes.timezone !== undefined) await setOwnTimezone(tx, organizationId, id, owner.id, changes.timezone, now)

    const eventType = await findEventType(tx, organizationId, id)
    if (!eventType) throw new Error('A new event type cannot be found.')
    checkPooling(pooling, eventType)
    const resource = toEventTypeResource({ links, codes }, eventType)
    checkFixed(withRequestNames(resource))
    await recordChange({ tx, principal, now }, 'event_type.created', asRecorded(resource, eventType))
    return resource
  },
})
