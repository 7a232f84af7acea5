import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, refuse } from '#contract/problem.ts'
import { pathId, referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { asRecorded, EventTypeResource, toEventTypeResource } from '../resources.ts'
import { freeEventTypeSlug } from '../slug.ts'
import { findEventType, findSlugsAndPosition, insertEventType, lockEventType } from '../store/event-types.ts'
import { insertHosts } from '../store/hosts.ts'
import { findTemplate, listCopies, setTemplate } from '../store/templates.ts'
import { canBeTemplate } from '../template.ts'

/** For the console. */
export const giveEventType = write({
  name: 'give_event_type',
  summary: 'Give a member a copy of an event type, which follows it',
  description:
    'Owners and admins only. The copy is managed: its member hosts it in their own hours, and only owners and admins change it. What is changed in the type is changed in its copies. A copy is taken back by deleting it.',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId, user: referenceTo('users') }),
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now }, { uuid, user }) {
    const { organizationId } = principal
    const template = existing(await lockEventType(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_permission')
    if (!canBeTemplate(template)) throw invalid({ parameter: 'uuid', reason: 'several_hosts_or_one_off' })
    if (await findTemplate(tx, organizationId, uuid)) throw invalid({ parameter: 'uuid', reason: 'is_a_copy' })
    const { id: membershipId } = currentMember(await findMembershipOfUser(tx, organizationId, user))
    const copies = await listCopies(tx, organizationId, template.id)
    if (membershipId === template.owner.membershipId || copies.some((copy) => copy.membershipId === membershipId))
      throw invalid({ parameter: 'user', reason: 'has_copy_already' })

    const { slugs, nextPosition } = await findSlugsAndPosition(tx, organizationId, membershipId)
    const settings = {
      ...template,
      slug: freeEventTypeSlug(template.name, slugs),
      position: nextPosition,
      active: true,
      adminManaged: true,
    }
    const id = await insertEventType(tx, organizationId, membershipId, settings, now)
    await insertHosts(tx, organizationId, id, [{ membershipId, priority: 0 }], now)
    await setTemplate(tx, organizationId, id, template.id)

    const copy = existing(await findEventType(tx, organizationId, id))
    const resource = toEventTypeResource({ links, codes }, copy)
    await recordChange({ tx, principal, now }, 'event_type.created', asRecorded(resource, copy))
    return resource
  },
})
