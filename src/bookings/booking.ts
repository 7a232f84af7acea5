import { invalid } from '#contract/problem.ts'
import { type BookableHost, type EventType, hostsFreeAt, type LockedBookable, openingsOf } from '#event-types/index.ts'
import { locationFor, type Place, placeOf, type SentLocation } from './place.ts'

/** What the caller wants to book. */
export interface Wish {
  readonly startsAt: Date
  readonly location: SentLocation | undefined
  /** Minutes, if it was said how long. */
  readonly duration?: number | undefined
  /** Of a round robin: hosts to be chosen first, if they are free. */
  readonly preferring?: ReadonlySet<string>
}

/** What will be booked. */
export interface Plan {
  readonly eventType: EventType
  readonly hosts: readonly BookableHost[]
  readonly meeting: {
    readonly scheduledEventId: string
    readonly eventTypeId: string
    readonly startsAt: Date
    readonly endsAt: Date
    readonly bufferedFrom: Date
    readonly bufferedTo: Date
  }
  readonly place: Place | null
  /** The meeting exists, and there is a seat in it. */
  readonly joins: boolean
}

const minute = 60_000

/** The type with the duration that was asked for, which must be one of its options. */
export const lasting = (eventType: EventType, minutes: number | undefined): EventType => {
  if (minutes === undefined || minutes === eventType.duration) return eventType
  const options = eventType.durationOptions ?? [eventType.duration]
  if (!options.includes(minutes)) throw invalid({ parameter: 'duration', message: `must be one of: ${options.join(', ')}` })
  return { ...eventType, duration: minutes }
}

/** The type as it is offered for a move: as long as the old meeting, and a one-off type is still open. */
export const movable = (eventType: EventType, { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date }): EventType => {
  const minutes = (endsAt.getTime() - startsAt.getTime()) / minute
  const duration = eventType.durationOptions?.includes(minutes) ? minutes : eventType.duration
  return { ...eventType, duration, active: eventType.active || (eventType.type === 'AdhocEventType' && eventType.deletedAt === null) }
}

/**
 * Who meets, when and where; undefined when the time is taken or not offered. It asks `openingsOf`, which also makes the list of
 * open times, about one instant: what is offered can be booked and nothing else can. `newId` is for a meeting of its own.
 */
export const planBooking = (
  { eventType, hosts, areHostsBusy, taken }: Pick<LockedBookable, 'eventType' | 'hosts' | 'areHostsBusy' | 'taken'>,
  { startsAt, location: sent, duration, preferring }: Wish,
  now: Date,
  newId: string,
): Plan | undefined => {
  const location = locationFor(eventType, sent)
  const start = startsAt.getTime()
  const times = { eventType, hosts, taken }
  if (areHostsBusy || !openingsOf(times, { start, end: start + 1 }, now.getTime()).some((opening) => opening.start === start)) return undefined

  const others = eventType.kind === 'group' ? taken.find((span) => span.eventTypeId === eventType.id && span.startsAt.getTime() === start) : undefined
  // Who joins meets as long as the others do.
  if (others && duration !== undefined && others.endsAt.getTime() !== start + duration * minute) return undefined
  const holding = eventType.pooling === 'round_robin' ? nextOf(hostsFreeAt(times, start), preferring) : hosts
  const [first] = holding
  if (!first) return undefined
  const scheduledEventId = others?.scheduledEventId ?? newId
  const endsAt = new Date(start + eventType.duration * minute)
  return {
    eventType,
    hosts: holding,
    meeting: {
      scheduledEventId,
      eventTypeId: eventType.id,
      startsAt,
      endsAt,
      bufferedFrom: new Date(start - eventType.rules.buffer_before * minute),
      bufferedTo: new Date(endsAt.getTime() + eventType.rules.buffer_after * minute),
    },
    place: placeOf(location, sent, first.rooms, scheduledEventId),
    joins: others !== undefined,
  }
}

/** Of the free hosts: a preferred one, else of those with the highest priority the one with the fewest meetings. */
const nextOf = (free: readonly BookableHost[], preferring: ReadonlySet<string> | undefined): readonly BookableHost[] => {
  const preferred = free.find(({ membershipId }) => preferring?.has(membershipId))
  if (preferred) return [preferred]
  const [next] = [...free].sort((a, b) => b.priority - a.priority || a.assigned - b.assigned)
  return next ? [next] : []
}
