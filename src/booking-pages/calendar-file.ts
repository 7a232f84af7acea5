import type { OwnBooking } from '#bookings/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { uidOf, writeCalendar } from '#notifications/index.ts'
import type { PageLanguage } from '../../web/booking/page-data.ts'
import { findBefore } from './own-booking.ts'
import { placeInOneLine } from './places.ts'

/** The same entry that is mailed, so that a calendar that imports both has it once. */
export const calendarFile = async (context: AppContext, language: PageLanguage, own: OwnBooking, now: Date): Promise<string> => {
  const { invitee, scheduledEvent } = own
  const { first, moves } = await beginningOf(context, own)
  const [host] = first.scheduledEvent.hosts
  return writeCalendar({
    method: 'REQUEST',
    uid: uidOf('invitee', first.invitee.id),
    sequence: moves,
    writtenAt: now,
    startsAt: scheduledEvent.startsAt,
    endsAt: scheduledEvent.endsAt,
    summary: scheduledEvent.name,
    description: scheduledEvent.hosts.map(({ name }) => name).join(', '),
    location: placeInOneLine(language, scheduledEvent.place),
    organizer: { name: host?.name ?? '', email: host?.email ?? '' },
    attendees: [{ name: invitee.name, email: invitee.email, role: 'REQ-PARTICIPANT', state: 'ACCEPTED' }],
  })
}

const beginningOf = async (context: AppContext, own: OwnBooking): Promise<{ first: OwnBooking; moves: number }> => {
  let first = own
  let moves = 0
  for (let before = await findBefore(context, first); before; before = await findBefore(context, first)) {
    first = before
    moves += 1
  }
  return { first, moves }
}
