import type { BookingDraft } from './draft.ts'
import type { NewInvitee } from './invitee.ts'
import type { Guest, ScheduledEvent } from './scheduled-event.ts'

export const newGuests = ({ guests }: NewInvitee, now: Date): Guest[] => guests.map((email) => ({ email, since: now }))

/** A new meeting as it is read once it is written. */
export const newMeeting = (
  { plan: { eventType, hosts, meeting, location }, invitee, notes }: Pick<BookingDraft, 'plan' | 'invitee' | 'notes'>,
  now: Date,
): ScheduledEvent => ({
  id: meeting.scheduledEventId,
  organizationId: eventType.organizationId,
  eventTypeId: eventType.id,
  name: eventType.name,
  status: 'active',
  startsAt: meeting.startsAt,
  endsAt: meeting.endsAt,
  bufferedFrom: meeting.bufferedFrom,
  bufferedTo: meeting.bufferedTo,
  location,
  isJoinable: eventType.kind === 'group',
  seats: eventType.seats,
  inviteesTotal: 1,
  inviteesActive: 1,
  notesPlain: notes?.notesPlain ?? null,
  notesHtml: notes?.notesHtml ?? null,
  hosts,
  guests: newGuests(invitee, now),
  calendarEvent: null,
  cancellation: null,
  createdAt: now,
  updatedAt: now,
})
