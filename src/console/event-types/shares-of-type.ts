import type { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { type getEventTypeSetup, listShares } from '#event-types/index.ts'
import { list } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ListedShare } from './share-list.tsx'

export const dayMinutes = 1440

/** The links on other terms; undefined for a type that cannot have any. */
export const sharesOf = async (
  visit: SignedInVisit,
  { event_type: type }: z.output<typeof getEventTypeSetup.output>,
): Promise<readonly ListedShare[] | undefined> => {
  if (type.kind !== 'solo' || type.pooling_type !== null) return undefined
  const shares = await list(visit, listShares, {
    user: isAdmin(visit.session) ? type.profile.owner : visit.session.userId,
    event_type: type.uri,
  })
  return shares.map(({ uri, status, scheduling_links: [link], share_override: terms }) => ({
    id: idOf({ uri }),
    status,
    url: link?.booking_url ?? '',
    name: terms.name,
    duration: String(terms.duration),
    days:
      terms.period_type === 'moving' && terms.max_booking_time !== null
        ? String(Math.ceil(terms.max_booking_time / dayMinutes))
        : '',
    notice: String(terms.min_booking_time / 60),
  }))
}
