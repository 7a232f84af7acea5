import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { placedBefore } from '../order.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { lockEventType, lockOrder, updatePositions } from '../store/event-types.ts'

/** For the console: the order in which an owner's page lists their types. */
export const moveEventType = write({
  name: 'move_event_type',
  summary: "Move an event type to another position among its owner's",
  scopes: ['event_types:write'],
  input: z.object({
    uuid: pathId,
    before: pathId.nullable().meta({ description: 'The type that follows it then; null for the last position' }),
  }),
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { uuid, before }) {
    const { organizationId } = principal
    const eventType = existing(await lockEventType(tx, organizationId, uuid))
    checkMayChange(principal, eventType)
    const order = await lockOrder(tx, organizationId, eventType.owner.membershipId)
    const ids = placedBefore(
      order.map(({ id }) => id),
      uuid,
      before,
    )
    if (ids === undefined) throw invalid({ parameter: 'before', reason: 'other_owner' })

    const moved = ids.flatMap((id, position) =>
      order.find((one) => one.id === id)?.position === position ? [] : { id, position },
    )
    await updatePositions(tx, organizationId, moved, now)
    const resource = toEventTypeResource(
      { links, codes },
      { ...eventType, position: ids.indexOf(uuid), updatedAt: moved.length > 0 ? now : eventType.updatedAt },
    )
    if (moved.length > 0)
      await recordChange({ tx, principal, now }, 'event_type.updated', asRecorded(resource, eventType))
    return resource
  },
})
