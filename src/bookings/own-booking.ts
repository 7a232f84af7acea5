import type { Invitee } from './invitee.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

/** A booking as its invitee sees it. */
export interface OwnBooking {
  readonly invitee: Invitee
  readonly scheduledEvent: ScheduledEvent
}

/** Past, so its invitee can no longer move or cancel it. */
export const isOver = ({ scheduledEvent }: Pick<OwnBooking, 'scheduledEvent'>, now: Date): boolean =>
  scheduledEvent.endsAt <= now
