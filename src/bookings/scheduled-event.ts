import type { Cancellation } from './cancellation.ts'
import { type MeetingLocation, withoutInviteeInput } from './meeting-location.ts'

/** A member who hosts a meeting. */
export interface EventHost {
  readonly membershipId: string
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** A person whom an invitee brings along. */
export interface Guest {
  readonly email: string
  readonly since: Date
}

export const calendarEventKinds = ['exchange', 'google', 'icloud', 'outlook', 'outlook_desktop'] as const

/** The entry of a meeting in a calendar of its first host. It stays the same when the meeting moves. */
export interface CalendarEvent {
  readonly kind: (typeof calendarEventKinds)[number]
  readonly external_id: string
}

/** A meeting that was booked. */
export interface ScheduledEvent {
  readonly id: string
  readonly organizationId: string
  readonly eventTypeId: string
  readonly name: string
  readonly status: 'active' | 'canceled'
  readonly startsAt: Date
  readonly endsAt: Date
  /** With the buffers around it. */
  readonly bufferedFrom: Date
  readonly bufferedTo: Date
  readonly location: MeetingLocation | null
  /** Whether others can join it by booking the same time. */
  readonly isJoinable: boolean
  readonly seats: number
  readonly inviteesTotal: number
  readonly inviteesActive: number
  readonly notesPlain: string | null
  readonly notesHtml: string | null
  readonly hosts: readonly EventHost[]
  readonly guests: readonly Guest[]
  readonly calendarEvent: CalendarEvent | null
  readonly cancellation: Cancellation | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * A meeting after these invitees have left it with their guests. If nobody else comes, the meeting is canceled and
 * shows the guests of those who came last.
 */
export const leftBy = (
  scheduledEvent: ScheduledEvent,
  leaving: readonly { readonly guests: readonly string[]; readonly createdAt: Date }[],
  cancellation: Cancellation,
): ScheduledEvent => {
  const inviteesActive = scheduledEvent.inviteesActive - leaving.length
  const left = { ...scheduledEvent, inviteesActive, guests: [], updatedAt: cancellation.at }
  if (inviteesActive > 0) return left
  const guests = leaving.flatMap(({ guests, createdAt }) => guests.map((email) => ({ email, since: createdAt })))
  return { ...left, status: 'canceled', guests, cancellation }
}

/**
 * A meeting as it is recorded for one of its invitees: without the guests of the others and without a location that
 * another invitee provided, which would remain after those are erased.
 */
export const asRecordedFor = (
  scheduledEvent: ScheduledEvent,
  { guests }: { readonly guests: readonly string[] },
): ScheduledEvent =>
  scheduledEvent.isJoinable
    ? {
        ...scheduledEvent,
        guests: scheduledEvent.guests.filter(({ email }) => guests.includes(email)),
        location: withoutInviteeInput(scheduledEvent.location),
      }
    : scheduledEvent
