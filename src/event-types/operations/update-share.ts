import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '#activity/index.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { recordedShare, ShareResource, toShareResource } from '../resources.ts'
import { checkMayChangeTerms, checkMayCreateLink, checkMaySeeShare } from '../rights.ts'
import { changedTerms, restoredTerms, shareStatus, typeTerms, UpdateShareRequest } from '../share.ts'
import { findBookable } from '../store/bookables.ts'
import { holdsPermission } from '../store/permissions.ts'
import { lockShare, updateShareTerms } from '../store/shares.ts'

export const updateShare = write({
  name: 'update_share',
  summary: 'Update a share',
  description:
    "For owners and hosts of its event type, its creator if they have permission for the event type, and owners and admins of the organization. Fields you leave out keep their values; null sets the current value of the event type. Shares that are booked or expired can't be updated. Except for the name in it, the link stays the same.",
  scopes: ['shares:write'],
  fixed: ['contact', 'status', 'scheduling_links', 'event_type'],
  input: UpdateShareRequest,
  output: ShareResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { shareId, wanted }) {
    const { organizationId, membershipId } = principal
    const share = await lockShare(tx, organizationId, shareId)
    const bookable = share && (await findBookable(tx, organizationId, share.eventTypeId))
    if (!share || !bookable) throw missing()
    checkMaySeeShare(principal, share, bookable)
    const { eventType, hosts } = bookable
    checkMayCreateLink(principal, bookable, await holdsPermission(tx, organizationId, eventType.id, membershipId))
    const status = shareStatus(share, now)
    if (status !== 'active') throw refuse(status === 'booked' ? 'share_booked' : 'share_expired')
    const current = toShareResource({ links, codes }, share, now)
    checkFixed({ ...current, event_type: uriOf(links, 'event_types', eventType.id) })
    const [host] = hosts
    if (!host) throw invalid({ parameter: 'base', reason: 'host_left' })

    const ofType = typeTerms(eventType, host)
    const terms = changedTerms(restoredTerms(share.terms, ofType, wanted), wanted, now)
    if (isDeepStrictEqual(terms, share.terms)) return current
    checkMayChangeTerms(principal, eventType, terms, ofType)

    await updateShareTerms(tx, organizationId, share.id, terms)
    const resource = toShareResource({ links, codes }, { ...share, terms }, now)
    await recordChange({ tx, principal, now }, 'share.updated', recordedShare(resource))
    return resource
  },
})
