import type { MeetingTime, TakenSpan } from '#availability/index.ts'
import { invalid } from '#contract/problem.ts'
import {
  type BookableHost,
  type BookableToBook,
  type EventType,
  type HostsTime,
  hostsFreeAt,
  isOn,
  openingsOf,
  unlimitedWindow,
} from '#event-types/index.ts'
import { minute } from '#platform/time/durations.ts'
import {
  locationFor,
  type MeetingLocation,
  type MeetingRoom,
  meetingLocationOf,
  type SentLocation,
} from './meeting-location.ts'
import type { RefusedTime } from './problems.ts'

/** What the caller wants to book. */
export interface MeetingRequest {
  readonly startsAt: Date
  readonly location: SentLocation | undefined
  /** Minutes; undefined for the default of the type. */
  readonly duration?: number | undefined
  /** Round robin only: hosts to choose first if they are free. */
  readonly preferring?: ReadonlySet<string>
}

/** What will be booked. */
export interface BookingPlan {
  readonly eventType: EventType
  readonly hosts: readonly BookableHost[]
  readonly meeting: MeetingTime
  readonly location: MeetingLocation | null
  /** The meeting exists already and has a free seat. */
  readonly joins: boolean
  /** Its time is reserved for it: the meeting takes the place of the reservation. */
  readonly isReserved: boolean
}

/** The type with the requested duration, which must be one of its options. */
export const withRequestedDuration = (eventType: EventType, minutes: number | undefined): EventType => {
  if (minutes === undefined || minutes === eventType.duration) return eventType
  const options = eventType.durationOptions ?? [eventType.duration]
  if (!options.includes(minutes))
    throw invalid({ parameter: 'duration', reason: 'not_a_duration', values: { choices: options.join(', ') } })
  return { ...eventType, duration: minutes }
}

/** The type as it is offered for a move: with the duration of the old meeting, and open even if it is one-off; it was paid. */
export const asOfferedForMove = (
  eventType: EventType,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): EventType => {
  const minutes = (endsAt.getTime() - startsAt.getTime()) / minute
  const duration = eventType.durationOptions?.includes(minutes) ? minutes : eventType.duration
  return {
    ...eventType,
    duration,
    isPayable: true,
    active: eventType.active || (eventType.type === 'AdhocEventType' && eventType.deletedAt === null),
  }
}

/**
 * Who meets, when and where; undefined when the time is taken or not offered. It calls `openingsOf`, which also makes
 * the list of open times, for one instant: exactly what is offered can be booked. `meeting` is the new one, if none is
 * joined.
 */
export const planBooking = (
  { eventType, hosts, areHostsBusy }: Pick<BookableToBook, 'eventType' | 'hosts' | 'areHostsBusy'>,
  { taken, assigned }: HostsTime,
  { startsAt, location: sent, duration, preferring }: MeetingRequest,
  now: Date,
  meeting: MeetingRoom,
): BookingPlan | undefined => {
  const location = locationFor(eventType, sent)
  const start = startsAt.getTime()
  const times = { eventType, hosts, taken }
  if (
    areHostsBusy ||
    !openingsOf(times, { start, end: start + 1 }, now.getTime()).some((opening) => opening.start === start)
  )
    return undefined

  const others =
    eventType.kind === 'group'
      ? taken.find((span) => span.eventTypeId === eventType.id && span.startsAt.getTime() === start)
      : undefined
  // A joined meeting has its duration already.
  if (others && duration !== undefined && others.endsAt.getTime() !== start + duration * minute) return undefined
  const holding =
    eventType.pooling === 'round_robin' ? chooseHost(hostsFreeAt(times, start), assigned, preferring) : hosts
  const [first] = holding
  if (!first) return undefined
  const scheduledEventId = others?.scheduledEventId ?? meeting.id
  const endsAt = new Date(start + eventType.duration * minute)
  return {
    eventType,
    hosts: holding,
    meeting: {
      scheduledEventId,
      eventTypeId: eventType.id,
      startsAt,
      endsAt,
      // A time that others have is as long as theirs, even if the buffers are different now.
      bufferedFrom: others?.start ?? new Date(start - eventType.rules.buffer_before * minute),
      bufferedTo: others?.end ?? new Date(endsAt.getTime() + eventType.rules.buffer_after * minute),
    },
    location: meetingLocationOf(location, sent, first, meeting),
    joins: others?.kind === 'meeting',
    isReserved: others?.kind === 'reserved',
  }
}

/**
 * Why a time that `planBooking` refuses is not offered: it is asked again, as if nothing were booked, and then without
 * notice and date range.
 */
export const whyNotOffered = (
  { eventType, hosts }: Pick<BookableToBook, 'eventType' | 'hosts'>,
  { taken }: Pick<HostsTime, 'taken'>,
  startsAt: Date,
  now: Date,
): RefusedTime => {
  const start = startsAt.getTime()
  // A one-off type is turned off by its booking.
  if (!isOn(eventType))
    return eventType.type === 'AdhocEventType' && eventType.deletedAt === null ? 'taken' : 'inactive'
  if (start <= now.getTime()) return 'past'
  const isOpen = (type: EventType): boolean =>
    openingsOf({ eventType: type, hosts, taken: [] }, { start, end: start + 1 }, now.getTime()).some(
      (opening) => opening.start === start,
    )
  if (isOpen(eventType) || taken.some((span) => span.eventTypeId === eventType.id && span.startsAt.getTime() === start))
    return 'taken'
  const rules = { ...eventType.rules, minimum_notice: 0, booking_window: unlimitedWindow }
  return isOpen({ ...eventType, rules }) ? 'outside' : 'not_offered'
}

/**
 * Whether a decision about this type depends on what is booked: which meeting is joined, which host is next, whether
 * the day is full.
 */
export const dependsOnTaken = ({ kind, pooling, rules }: EventType): boolean =>
  kind === 'group' || pooling === 'round_robin' || rules.max_per_day !== null || rules.max_per_week !== null

/** What is taken once this is booked, too: who comes next joins the meeting, or finds the time taken. */
export const takenWith = (taken: readonly TakenSpan[], { hosts, meeting, joins }: BookingPlan): TakenSpan[] => {
  const { scheduledEventId, eventTypeId, startsAt, endsAt, bufferedFrom: start, bufferedTo: end } = meeting
  if (joins)
    return taken.map((span) =>
      span.scheduledEventId === scheduledEventId ? { ...span, seatsTaken: span.seatsTaken + 1 } : span,
    )
  const added = hosts.map(({ membershipId }) => ({
    membershipId,
    start,
    end,
    startsAt,
    endsAt,
    kind: 'meeting' as const,
    scheduledEventId,
    eventTypeId,
    seatsTaken: 1,
  }))
  const others = taken.filter((span) => span.scheduledEventId !== scheduledEventId)
  return [...others, ...added].sort((one, other) => one.start.getTime() - other.start.getTime())
}

/** Of the free hosts: a preferred one, else of those with the highest priority the one with the fewest meetings. */
const chooseHost = (
  free: readonly BookableHost[],
  assigned: HostsTime['assigned'],
  preferring: ReadonlySet<string> | undefined,
): readonly BookableHost[] => {
  const meetingsOf = ({ membershipId }: BookableHost): number => assigned.get(membershipId) ?? 0
  const preferred = free.find(({ membershipId }) => preferring?.has(membershipId))
  if (preferred) return [preferred]
  const [next] = [...free].sort((a, b) => b.priority - a.priority || meetingsOf(a) - meetingsOf(b))
  return next ? [next] : []
}
