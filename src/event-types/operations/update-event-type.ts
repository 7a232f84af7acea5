import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { changed, checkPooling } from '../change.ts'
import { fixedInApi } from '../event-type.ts'
import { UpdateEventTypeRequest } from '../requests.ts'
import { asChanged, EventTypeResource, toEventTypeResource, withRequestNames } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { lockEventType, updateEventType as updateEventTypeRow } from '../store/event-types.ts'
import { setOwnTimezone } from '../store/hosts.ts'

export const updateEventType = write({
  name: 'update_event_type',
  summary: 'Update an event type of any kind',
  description:
    'Fields you leave out keep their values. The address of the page never changes. With `locale: null` the browser decides the language again.',
  scopes: ['event_types:write'],
  fixed: [...fixedInApi, 'owner'],
  input: UpdateEventTypeRequest,
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { eventTypeId, isCopy, pooling, changes }) {
    const { organizationId } = principal
    const eventType = existing(await lockEventType(tx, organizationId, eventTypeId))
    checkMayChange(principal, eventType)
    checkPooling(pooling, eventType)

    const current = toEventTypeResource({ links, codes }, eventType)
    checkFixed(withRequestNames(current))

    // An unset language is shown as a default: sending that back does not set it.
    const isUnset = isCopy && eventType.locale === null && changes.locale === current.locale
    const after = changed(eventType, isUnset ? { ...changes, locale: undefined } : changes)
    if (changes.timezone === undefined && isDeepStrictEqual(after, eventType)) return current
    await updateEventTypeRow(tx, organizationId, eventType.id, after, now)
    if (changes.timezone !== undefined)
      await setOwnTimezone(tx, organizationId, eventType.id, eventType.owner.membershipId, changes.timezone, now)

    const resource = toEventTypeResource({ links, codes }, { ...after, updatedAt: now })
    await recordChange({ tx, principal, now }, 'event_type.updated', asChanged(resource, current, eventType))
    return resource
  },
})
