import type { CalcomAttendee, CalcomBooking } from './booking.ts'
import { questionsIn } from './questions.ts'
import { instantIn, longAgo, numberIn, type Row, rowIn, textIn } from './values.ts'

/** What belongs to some rows of `Booking`. */
export interface BookingRelations {
  readonly attendees: readonly Row[]
  readonly seats: readonly Row[]
  readonly references: readonly Row[]
  readonly types: ReadonlyMap<number, Row>
  /** The hosts of each type, by their address. */
  readonly hostsOfTypes: ReadonlyMap<number, ReadonlyMap<string, number>>
}

/** A row of `Booking`. Other hosts of a shared type are among its attendees, after who booked. */
export const databaseBooking = (row: Row, related: BookingRelations): CalcomBooking => {
  const id = numberIn(row.id)
  const type = related.types.get(numberIn(row.eventTypeId) ?? -1)
  const hosts = related.hostsOfTypes.get(numberIn(row.eventTypeId) ?? -1) ?? new Map<string, number>()
  const responses = rowIn(row.responses)
  const all = related.attendees.filter((one) => one.bookingId === id)
  const isHost = (attendee: Row, index: number): boolean =>
    index > 0 && hosts.has(textIn(attendee.email)?.toLowerCase() ?? '')
  const holding = all.filter(isHost).flatMap((one) => hosts.get(textIn(one.email)?.toLowerCase() ?? '') ?? [])
  const userId = numberIn(row.userId)
  const createdAt = instantIn(row.createdAt) ?? longAgo
  const uid = textIn(row.uid) ?? `booking-${id}`
  const calendarUid = textIn(row.iCalUID)
  return {
    uid,
    ...(textIn(row.uid) === null ? { isUidCounted: true } : {}),
    title: textIn(row.title) ?? textIn(type?.title) ?? 'Meeting',
    description: null,
    status: textIn(row.status)?.toLowerCase() ?? 'accepted',
    startsAt: instantIn(row.startTime) ?? longAgo,
    endsAt: instantIn(row.endTime) ?? longAgo,
    typeId: numberIn(row.eventTypeId),
    buffers: { before: numberIn(type?.beforeEventBuffer) ?? 0, after: numberIn(type?.afterEventBuffer) ?? 0 },
    seats: numberIn(type?.seatsPerTimeSlot),
    location: textIn(row.location),
    joinUrl:
      textIn(rowIn(row.metadata).videoCallUrl) ??
      related.references.flatMap((one) =>
        one.bookingId === id && one.deleted !== true ? (textIn(one.meetingUrl) ?? []) : [],
      )[0] ??
      null,
    hostIds: [...new Set([...(userId === null ? [] : [userId]), ...holding])],
    attendees: all.filter((one, index) => !isHost(one, index)).map((one) => attendeeOf(one, related.seats)),
    guests: Array.isArray(responses.guests)
      ? responses.guests.filter((one): one is string => typeof one === 'string')
      : [],
    responses:
      Object.keys(responses).length > 0 ? responses : withDescription(rowIn(row.customInputs), textIn(row.description)),
    questions: questionsIn(type?.bookingFields),
    reason: textIn(row.cancellationReason) ?? textIn(row.rejectionReason),
    // Of one that was moved, who moved it.
    canceledBy: textIn(row.cancelledBy) ?? textIn(row.rescheduledBy),
    fromUid: textIn(row.fromReschedule),
    calendar: calendarUid === null ? null : { uid: calendarUid, sequence: numberIn(row.iCalSequence) ?? 0 },
    createdAt,
    updatedAt: instantIn(row.updatedAt) ?? createdAt,
  }
}

/** Versions before the forms kept the notes of who booked here. */
const withDescription = (answers: Row, description: string | null): Row =>
  description === null ? answers : { ...answers, notes: description }

const attendeeOf = (row: Row, seats: readonly Row[]): CalcomAttendee => {
  const seat = seats.find((one) => one.attendeeId === row.id)
  return {
    id: `attendee-${numberIn(row.id) ?? 0}`,
    email: textIn(row.email) ?? '',
    name: textIn(row.name) ?? '',
    timeZone: textIn(row.timeZone),
    locale: textIn(row.locale),
    seatUid: textIn(seat?.referenceUid),
    responses: rowIn(rowIn(seat?.data).responses),
    isAbsent: row.noShow === true,
  }
}
