import type { Cancellation } from './cancellation.ts'
import { type Place, untold } from './place.ts'

/** Somebody who holds a meeting. */
export interface EventHost {
  readonly membershipId: string
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** Somebody whom an invitee brings along. */
export interface Guest {
  readonly email: string
  readonly since: Date
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
  readonly place: Place | null
  /** Whether others who book the same time meet with them. */
  readonly isJoinable: boolean
  readonly seats: number
  readonly inviteesTotal: number
  readonly inviteesActive: number
  readonly notesPlain: string | null
  readonly notesHtml: string | null
  readonly hosts: readonly EventHost[]
  readonly guests: readonly Guest[]
  readonly cancellation: Cancellation | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * A meeting as it is told of one who comes to it: whom the others bring, and what one of them said about where to meet, is not
 * about them, and would be kept when those are forgotten.
 */
export const asToldOf = (scheduledEvent: ScheduledEvent, { guests }: { readonly guests: readonly string[] }): ScheduledEvent =>
  scheduledEvent.isJoinable
    ? { ...scheduledEvent, guests: scheduledEvent.guests.filter(({ email }) => guests.includes(email)), place: untold(scheduledEvent.place) }
    : scheduledEvent
