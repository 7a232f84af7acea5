import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { linkCode, linkCodeHash, linkExpiry } from '../booking-link.ts'
import { isPlainOneOnOne } from '../event-type.ts'
import { recordedShare, ShareResource, toShareResource } from '../resources.ts'
import { checkMayChangeTerms, checkMayCreateLink } from '../rights.ts'
import { CreateShareRequest, changedTerms, typeTerms } from '../share.ts'
import { findBookable } from '../store/bookables.ts'
import { insertBookingLink } from '../store/booking-links.ts'
import { holdsPermission } from '../store/permissions.ts'

export const createShare = write({
  name: 'create_share',
  summary: 'Create a share (a customized single-use link)',
  description:
    "For owners and hosts of the event type, members with permission for it, and owners and admins of the organization. Fields you leave out have the current values of the event type; later changes to the event type don't affect the share. The link can be used once. An unused link expires.",
  scopes: ['shares:write'],
  fixed: ['contact', 'status', 'scheduling_links'],
  input: CreateShareRequest,
  output: ShareResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { eventTypeId, wanted }) {
    const { organizationId, membershipId } = principal
    const bookable = await findBookable(tx, organizationId, eventTypeId)
    if (!bookable || bookable.eventType.deletedAt) throw missing()
    const { eventType, hosts } = bookable
    checkMayCreateLink(principal, bookable, await holdsPermission(tx, organizationId, eventTypeId, membershipId))
    const [host] = hosts
    if (!isPlainOneOnOne(eventType) || !host) throw invalid({ parameter: 'event_type', reason: 'invalid' })
    if (!eventType.active) throw invalid({ parameter: 'event_type', reason: 'not_an_active_type' })

    const ofType = typeTerms(eventType, host)
    const terms = changedTerms(ofType, wanted, now)
    checkMayChangeTerms(principal, eventType, terms, ofType)

    const share = {
      id: randomUUID(),
      organizationId,
      eventTypeId,
      createdBy: membershipId,
      terms,
      createdAt: now,
      expiresAt: linkExpiry(links, now),
      usedAt: null,
    }
    await insertBookingLink(tx, organizationId, { ...share, codeHash: linkCodeHash(linkCode(codes, share)) }, now)
    const resource = toShareResource({ links, codes }, share, now)
    checkFixed(resource)
    await recordChange({ tx, principal, now }, 'share.created', recordedShare(resource))
    return resource
  },
})
