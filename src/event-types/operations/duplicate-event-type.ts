import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight } from '#organizations/index.ts'
import { typeName } from '../requests.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { freeEventTypeSlug } from '../slug.ts'
import { findEventType, findSlugsAndPosition, insertEventType, lockEventType } from '../store/event-types.ts'
import { copyHosts } from '../store/hosts.ts'

/** For the console. */
export const duplicateEventType = write({
  name: 'duplicate_event_type',
  summary: 'Make a copy of an event type, with its hosts and their hours',
  description: 'The copy is the last of its owner, and not active.',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId, name: typeName }),
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { uuid, name }) {
    const { organizationId } = principal
    const original = existing(await lockEventType(tx, organizationId, uuid))
    checkMayChange(principal, original)
    await checkMemberRight(tx, principal, 'create_event_types')
    if (original.type !== 'StandardEventType') throw invalid({ parameter: 'uuid', reason: 'one_off_type' })

    const { slugs, nextPosition } = await findSlugsAndPosition(tx, organizationId, original.owner.membershipId)
    const settings = { ...original, name, slug: freeEventTypeSlug(name, slugs), position: nextPosition, active: false }
    const id = await insertEventType(tx, organizationId, original.owner.membershipId, settings, now)
    await copyHosts(tx, organizationId, { from: original.id, to: id }, now)

    const copy = existing(await findEventType(tx, organizationId, id))
    const resource = toEventTypeResource({ links, codes }, copy)
    await recordChange({ tx, principal, now }, 'event_type.created', asRecorded(resource, copy))
    return resource
  },
})
