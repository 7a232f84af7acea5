import { languageFor } from '#booking-pages/page-language.ts'
import { findSwitchedOff } from '#bookings/index.ts'
import { missing } from '#contract/problem.ts'
import { idOf } from '#contract/wire.ts'
import { asVisitor, bookingPages } from '../booking-page.tsx'
import { setupOf } from './editor.ts'
import { textsFor } from './texts.ts'

/**
 * A type that is switched off, for those who may change it. Its own address knows no sessions, and says to everybody
 * that it cannot be booked now. One that is on leads there.
 */
export const previewPages = bookingPages('/app/types/:id/preview', {
  find: async (visit) => {
    const { event_type: type, may_change } = await setupOf(visit)
    if (!may_change) throw missing()
    const bookable = type.active
      ? undefined
      : await findSwitchedOff(visit.context.database.reader, visit.session.organizationId, idOf(type))
    if (!bookable) return { to: type.scheduling_url }
    const { eventType } = bookable
    return {
      ...{ bookable, entryPoint: { kind: 'type', user: eventType.owner.slug, type: eventType.slug } },
      language: languageFor(asVisitor(visit), eventType.locale),
      path: `/app/types/${eventType.id}/preview`,
      screen: 'event-types',
      note: textsFor(visit).onlyPreview,
    }
  },
  /** Nothing is booked, whatever was sent. */
  take: async (visit) => ({ refused: { outcome: 'refused', message: textsFor(visit).onlyPreview } }),
})
