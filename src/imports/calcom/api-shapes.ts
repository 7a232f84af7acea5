import { remarkOf } from '../remark.ts'
import type { CalcomBooking } from './booking.ts'
import {
  type CalcomType,
  colorIn,
  fixedWindow,
  leftOfConfirmation,
  leftOfHosts,
  leftOfOffset,
  movingWindow,
  unlimitedWindow,
  usualPriority,
} from './event-type.ts'
import { locationsIn } from './places.ts'
import { questionsIn } from './questions.ts'
import { instantIn, longAgo, numberIn, type Row, rowIn, rowsIn, textIn } from './values.ts'

/** An event type of the API (2024-06-14). */
export const apiType = (row: Row, ownerId: number | null): CalcomType => {
  const limits = rowIn(row.bookingLimitsCount)
  const window = rowIn(Array.isArray(row.bookingWindow) ? row.bookingWindow[0] : row.bookingWindow)
  const owner = numberIn(row.ownerId) ?? ownerId
  const hosts = rowsIn(row.hosts)
  const holders = hosts.flatMap((host) => {
    const userId = numberIn(host.userId)
    return userId === null ? [] : [{ userId, priority: priorityIn(host.priority) }]
  })
  const pooling = textIn(row.schedulingType)
  const policy = textIn(rowIn(row.confirmationPolicy).type)
  const isConfirmed = policy === 'always' || policy === 'time'
  return {
    id: numberIn(row.id) ?? 0,
    title: textIn(row.title) ?? 'Meeting',
    slug: textIn(row.slug),
    description: textIn(row.description),
    minutes: numberIn(row.lengthInMinutes) ?? 30,
    lengths: Array.isArray(row.lengthInMinutesOptions)
      ? row.lengthInMinutesOptions.filter((one): one is number => typeof one === 'number')
      : [],
    isHidden: row.hidden === true,
    ownerId: owner,
    teamId: numberIn(row.teamId),
    pooling: pooling === 'roundRobin' || pooling === 'collective' || pooling === 'managed' ? pooling : null,
    isManaged: numberIn(row.parentEventTypeId) !== null,
    isConfirmed,
    seats: numberIn(row.seatsPerTimeSlot) ?? numberIn(rowIn(row.seats).seatsPerTimeSlot),
    rules: {
      increment: numberIn(row.slotInterval),
      before: numberIn(row.beforeEventBuffer) ?? 0,
      after: numberIn(row.afterEventBuffer) ?? 0,
      notice: numberIn(row.minimumBookingNotice) ?? 120,
      window: windowOf(window),
      perDay: numberIn(limits.day),
      perWeek: numberIn(limits.week),
    },
    questions: questionsIn(row.bookingFields),
    locations: locationsIn(row.locations),
    hosts: (holders.length > 0 ? holders : owner === null ? [] : [{ userId: owner, priority: usualPriority }]).map(
      (holder) => ({
        ...holder,
        scheduleId: holder.userId === owner ? numberIn(row.scheduleId) : null,
      }),
    ),
    color: colorIn(row.color),
    redirectUrl: textIn(row.successRedirectUrl),
    position: 0,
    links: [],
    left: [
      ...leftOfConfirmation(isConfirmed, policy === 'time'),
      ...(numberIn(rowIn(row.recurrence).interval) !== null ? [remarkOf('recurring_there')] : []),
      ...leftOfHosts({
        hasFixed: pooling === 'roundRobin' && hosts.some(({ mandatory }) => mandatory === true),
        hasWeights: false,
      }),
      ...leftOfOffset(numberIn(row.offsetStart)),
    ],
  }
}

const priorityIn = (given: unknown): number => {
  const known = ['lowest', 'low', 'medium', 'high', 'highest'].indexOf(String(given))
  return known < 0 ? usualPriority : known
}

const windowOf = ({ type, value }: Row): Row => {
  if (type === 'range' && Array.isArray(value)) return fixedWindow(textIn(value[0]), textIn(value[1]))
  if (type === 'calendarDays' || type === 'businessDays') return movingWindow(numberIn(value), type === 'calendarDays')
  return unlimitedWindow
}

/**
 * A booking of the API (2024-08-13). It says the UID of calendar entries in newer versions, and never how often they
 * were changed.
 */
export const apiBooking = (row: Row): CalcomBooking => {
  const createdAt = instantIn(row.createdAt) ?? longAgo
  const responses = rowIn(row.bookingFieldsResponses)
  const uid = textIn(row.uid) ?? ''
  const calendarUid = textIn(row.icsUid)
  const hosts = rowsIn(row.hosts)
  const hostEmails = new Set(hosts.flatMap(({ email }) => textIn(email)?.toLowerCase() ?? []))
  const attendees = rowsIn(row.attendees).filter(
    ({ email }, index) => index === 0 || !hostEmails.has(textIn(email)?.toLowerCase() ?? ''),
  )
  const hasSeats = attendees.some(({ seatUid }) => textIn(seatUid) !== null)
  return {
    uid,
    title: textIn(row.title) ?? 'Meeting',
    description: null,
    status: textIn(row.status) ?? 'accepted',
    startsAt: instantIn(row.start) ?? longAgo,
    endsAt: instantIn(row.end) ?? longAgo,
    typeId: numberIn(rowIn(row.eventType).id) ?? numberIn(row.eventTypeId),
    buffers: { before: 0, after: 0 },
    seats: hasSeats ? attendees.length : null,
    location: textIn(row.location),
    joinUrl: textIn(row.meetingUrl),
    hostIds: hosts.flatMap(({ id }) => numberIn(id) ?? []),
    attendees: attendees.map((one, index) => ({
      id: `${uid}-${index + 1}`,
      email: textIn(one.email) ?? textIn(responses.email) ?? '',
      name: textIn(one.name) ?? '',
      timeZone: textIn(one.timeZone),
      locale: textIn(one.language),
      seatUid: textIn(one.seatUid),
      responses: rowIn(one.bookingFieldsResponses),
      isAbsent: one.absent === true,
    })),
    guests: Array.isArray(row.guests) ? row.guests.filter((one): one is string => typeof one === 'string') : [],
    responses,
    questions: [],
    reason: textIn(row.cancellationReason),
    canceledBy: textIn(row.cancelledByEmail),
    fromUid: textIn(row.rescheduledFromUid),
    calendar: calendarUid === null ? null : { uid: calendarUid, sequence: 0 },
    createdAt,
    updatedAt: instantIn(row.updatedAt) ?? createdAt,
  }
}

/** The lines of a schedule of the API (2024-06-11), as the database has them. */
export const apiLines = (row: Row): readonly Row[] => [
  ...rowsIn(row.availability).map(({ days, startTime, endTime }) => ({ days, startTime, endTime })),
  ...rowsIn(row.overrides).map(({ date, startTime, endTime }) => ({ date, startTime, endTime })),
]
