/** Booked or reserved time of a host. */
export interface TakenSpan {
  readonly membershipId: string
  /** With buffers. */
  readonly start: Date
  readonly end: Date
  /** The meeting itself. */
  readonly startsAt: Date
  readonly endsAt: Date
  readonly kind: 'meeting' | 'reserved'
  readonly scheduledEventId: string | null
  readonly eventTypeId: string | null
  readonly seatsTaken: number
}
