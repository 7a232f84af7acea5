import type { Invitee } from './invitee.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

/** A booking as its invitee sees it. */
export interface OwnBooking {
  readonly invitee: Invitee
  readonly scheduledEvent: ScheduledEvent
}

/** It can no longer be moved or canceled by its invitee. */
export const isOver = ({ scheduledEvent }: Pick<OwnBooking, 'scheduledEvent'>, now: Date): boolean => scheduledEvent.endsAt <= now
