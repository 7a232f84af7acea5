import type { OwnBooking } from '#bookings/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { findMoveHistories, uidOf, writeCalendar } from '#notifications/index.ts'
import type { PageLanguage } from '../../web/booking/page-data.ts'
import { placeInOneLine } from './places.ts'

/** The same entry that is mailed, so that a calendar that imports both has it once. */
export const calendarFile = async (context: AppContext, language: PageLanguage, own: OwnBooking, now: Date): Promise<string> => {
  const { invitee, scheduledEvent } = own
  const entry = (await findMoveHistories(context.database.reader, [invitee.id])).get(invitee.id)
  return writeCalendar({
    method: 'REQUEST',
    uid: entry?.uid ?? uidOf('invitee', invitee.id),
    sequence: entry?.sequence ?? 0,
    writtenAt: now,
    startsAt: scheduledEvent.startsAt,
    endsAt: scheduledEvent.endsAt,
    summary: scheduledEvent.name,
    description: scheduledEvent.hosts.map(({ name }) => name).join(', '),
    location: placeInOneLine(language, scheduledEvent.place),
    organizer: entry?.organizer ?? { name: '', email: '' },
    attendees: [{ name: invitee.name, email: invitee.email, role: 'REQ-PARTICIPANT', state: 'ACCEPTED' }],
  })
}
