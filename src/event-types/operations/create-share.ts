import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import { linkAddress, linkCode, linkCodeHash, linkExpiry } from '../booking-link.ts'
import { isOfOwnerOrHost, isPlainOneOnOne } from '../event-type.ts'
import { ShareResource, toSchedulingLinkResource, toShareOverride } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { CreateShareRequest, termsOf } from '../share.ts'
import { slugOf } from '../slug.ts'
import { insertBookingLink } from '../store/booking-links.ts'
import { findEventTypeWithHosts } from '../store/hosts.ts'
import { holdsPermission } from '../store/permissions.ts'

export const createShare = write({
  name: 'create_share',
  summary: 'Create a single-use link that offers an event type on other terms',
  description:
    'For owners and hosts of the type, members with permission on it, and owners and admins of the organization. What is not sent is as the type has it now; later changes to the type do not touch the share. It can be used once; unused it expires.',
  scopes: ['shares:write'],
  input: CreateShareRequest,
  output: ShareResource,

  async run({ tx, principal, links, codes, now }, { eventTypeId, wanted }) {
    const { organizationId, membershipId } = principal
    const found = await findEventTypeWithHosts(tx, organizationId, eventTypeId)
    if (!found || found.eventType.deletedAt) throw missing()
    const { eventType, hosts } = found
    const mayOffer =
      isAdmin(principal) || isOfOwnerOrHost(eventType, hosts, membershipId) || (await holdsPermission(tx, organizationId, eventTypeId, membershipId))
    if (!mayOffer) throw refuse('You do not have permission')
    const [host] = hosts
    if (!isPlainOneOnOne(eventType) || !host) throw invalid({ parameter: 'event_type', message: 'invalid' })
    if (!eventType.active) throw invalid({ parameter: 'event_type', message: 'is not active' })

    const terms = termsOf(eventType, host, wanted)
    // On other terms, a share would go around what only admins may change.
    if (eventType.adminManaged && !isDeepStrictEqual(terms, termsOf(eventType, host, {}))) checkMayChange(principal, eventType)

    const id = randomUUID()
    const link = { id, eventTypeId, createdBy: membershipId, codeHash: linkCodeHash(linkCode(codes, id)), terms, expiresAt: linkExpiry(links, now) }
    await insertBookingLink(tx, organizationId, link, now)
    const share_override = toShareOverride(terms)
    const subject = { event_type: uriOf(links, 'event_types', eventTypeId), share_override }
    await recordFact(tx, { name: 'share.created', organizationId, actor: actorOf(principal), subject, occurredAt: now })
    return { scheduling_links: [toSchedulingLinkResource(links, eventTypeId, linkAddress(links, codes, id, slugOf(terms.name)))], share_override }
  },
})
