import { recordChange } from '#activity/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { changed } from '../change.ts'
import { ConfigureEventTypeRequest } from '../requests.ts'
import { asChanged, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayChange, checkMayManage } from '../rights.ts'
import { findSlugsAndPosition, lockEventType, updateEventType } from '../store/event-types.ts'

/** For the console and the command line: every kind of type, and what the API only reads. */
export const configureEventType = write({
  name: 'configure_event_type',
  summary: 'Change an event type of any kind, its questions and who sees it',
  scopes: ['event_types:write'],
  input: ConfigureEventTypeRequest,
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { eventTypeId, changes }) {
    const { organizationId } = principal
    const eventType = existing(await lockEventType(tx, organizationId, eventTypeId))
    checkMayChange(principal, eventType)
    checkMayManage(principal, changes)

    if (changes.slug !== undefined && changes.slug !== eventType.slug) {
      const { slugs } = await findSlugsAndPosition(tx, organizationId, eventType.owner.membershipId)
      if (slugs.has(changes.slug)) throw invalid({ parameter: 'slug', reason: 'taken' })
    }
    const after = changed(eventType, changes)
    await updateEventType(tx, organizationId, eventType.id, after, now)
    const before = toEventTypeResource({ links, codes }, eventType)
    const resource = toEventTypeResource({ links, codes }, { ...after, updatedAt: now })
    await recordChange({ tx, principal, now }, 'event_type.updated', asChanged(resource, before, eventType))
    return resource
  },
})
