import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { linkAddress, linkCode, linkCodeHash, linkExpiry } from '../booking-link.ts'
import { schedulingLinkRequestExample } from '../examples.ts'
import { SchedulingLinkResource, toSchedulingLinkResource } from '../resources.ts'
import { checkMayCreateLink } from '../rights.ts'
import { findBookable } from '../store/bookables.ts'
import { insertBookingLink } from '../store/booking-links.ts'
import { holdsPermission } from '../store/permissions.ts'

/** Clients send it as a number and as text. */
const once = z.preprocess((value) => (value === '1' ? 1 : value), z.literal(1)).meta({ type: 'integer', enum: [1] })

export const createSchedulingLink = write({
  name: 'create_scheduling_link',
  summary: 'Create a single-use link for an event type',
  description:
    'For owners and hosts of the event type, members with permission for it, and owners and admins of the organization. The link can be used once. An unused link expires.',
  scopes: ['scheduling_links:write'],
  fixed: ['booking_url'],
  input: z
    .object({ max_event_count: once, owner: referenceTo('event_types'), owner_type: z.literal('EventType') })
    .meta({ examples: [schedulingLinkRequestExample] }),
  output: SchedulingLinkResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { owner: eventTypeId }) {
    const { organizationId, membershipId } = principal
    const bookable = await findBookable(tx, organizationId, eventTypeId)
    if (!bookable || bookable.eventType.deletedAt) throw missing()
    const { eventType } = bookable
    checkMayCreateLink(principal, bookable, await holdsPermission(tx, organizationId, eventTypeId, membershipId))
    if (!eventType.active) throw invalid({ parameter: 'owner', reason: 'not_an_active_type' })

    const id = randomUUID()
    const link = {
      id,
      eventTypeId,
      createdBy: membershipId,
      codeHash: linkCodeHash(linkCode(codes, { id, organizationId })),
      terms: null,
      expiresAt: linkExpiry(links, now),
    }
    await insertBookingLink(tx, organizationId, link, now)
    const resource = toSchedulingLinkResource(
      links,
      eventTypeId,
      linkAddress(links, codes, { id, organizationId }, eventType.slug),
    )
    checkFixed(resource)
    const { booking_url: _, ...subject } = resource
    await recordChange({ tx, principal, now }, 'scheduling_link.created', subject)
    return resource
  },
})
