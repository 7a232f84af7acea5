/** Time in which a host cannot be booked. */
export interface TakenSpan {
  readonly membershipId: string
  /** With buffers. */
  readonly start: Date
  readonly end: Date
  /** The meeting itself. */
  readonly startsAt: Date
  readonly endsAt: Date
  /** `external` is from a calendar of their own; `unknown` is the time that their calendars say nothing of. */
  readonly kind: 'meeting' | 'reserved' | 'external' | 'unknown'
  readonly scheduledEventId: string | null
  readonly eventTypeId: string | null
  readonly seatsTaken: number
}
