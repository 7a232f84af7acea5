import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { asRecorded, toEventTypeResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { lockEventType, markEventTypeDeleted } from '../store/event-types.ts'

export const deleteEventType = write({
  name: 'delete_event_type',
  summary: 'Delete an event type; it stays readable, and what is booked stays booked',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, codes, now }, { uuid }) {
    const { organizationId } = principal
    const eventType = existing(await lockEventType(tx, organizationId, uuid))
    checkMayChange(principal, eventType)

    await markEventTypeDeleted(tx, organizationId, uuid, now)
    const deleted = { ...eventType, active: false, deletedAt: now, updatedAt: now }
    await recordChange(
      { tx, principal, now },
      'event_type.deleted',
      asRecorded(toEventTypeResource({ links, codes }, deleted), deleted),
    )
  },
})
