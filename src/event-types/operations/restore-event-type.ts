import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { flag, pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { findSlugsAndPosition, lockDeletedEventType, restoreEventType as restoreRow } from '../store/event-types.ts'

/** For the console: takes a deletion back. */
export const restoreEventType = write({
  name: 'restore_event_type',
  summary: 'Restore a deleted event type',
  description: 'At its old address, unless another type of its owner has that by now.',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId, active: flag.default(false) }),
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { uuid, active }) {
    const { organizationId } = principal
    const eventType = existing(await lockDeletedEventType(tx, organizationId, uuid))
    checkMayChange(principal, eventType)
    const { slugs } = await findSlugsAndPosition(tx, organizationId, eventType.owner.membershipId)
    if (eventType.linkId === null && slugs.has(eventType.slug))
      throw invalid({ parameter: 'uuid', reason: 'address_taken' })

    await restoreRow(tx, organizationId, uuid, active, now)
    const resource = toEventTypeResource({ links, codes }, { ...eventType, active, deletedAt: null, updatedAt: now })
    await recordChange({ tx, principal, now }, 'event_type.updated', asRecorded(resource, eventType))
    return resource
  },
})
