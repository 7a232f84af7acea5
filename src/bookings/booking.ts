import { invalid } from '#contract/problem.ts'
import { type Bookable, type BookableHost, type EventType, hostsFreeAt, openingsOf } from '#event-types/index.ts'
import { locationFor, type Place, placeOf, type SentLocation } from './place.ts'
import { alreadyFilled } from './problems.ts'

/** What somebody wants to book. */
export interface Wish {
  readonly startsAt: Date
  readonly location: SentLocation | undefined
  /** Minutes, if they said how long. */
  readonly duration?: number | undefined
  /** Who holds it if they can, of those who share a round robin. */
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

/** The type as it is when it lasts as long as was asked for; it must be one of its durations. */
export const lasting = (eventType: EventType, minutes: number | undefined): EventType => {
  if (minutes === undefined || minutes === eventType.duration) return eventType
  const options = eventType.durationOptions ?? [eventType.duration]
  if (!options.includes(minutes)) throw invalid({ parameter: 'duration', message: `must be one of: ${options.join(', ')}` })
  return { ...eventType, duration: minutes }
}

/** The type as it is for somebody who moves: as long as the meeting they had, and a one-off type still has its one. */
export const movable = (eventType: EventType, { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date }): EventType => {
  const minutes = (endsAt.getTime() - startsAt.getTime()) / minute
  const duration = eventType.durationOptions?.includes(minutes) ? minutes : eventType.duration
  return { ...eventType, duration, active: eventType.active || (eventType.type === 'AdhocEventType' && eventType.deletedAt === null) }
}

/**
 * Who meets when and where, or a refusal. It asks the question that the list of open times answers, about one instant, so
 * that what is offered can be booked and nothing else can. `newId` is the meeting's, unless there is one to join.
 */
export const planBooking = (
  { eventType, hosts, isTaken, taken }: Pick<Bookable, 'eventType' | 'hosts' | 'isTaken' | 'taken'>,
  { startsAt, location: sent, duration, preferring }: Wish,
  now: Date,
  newId: string,
): Plan => {
  const location = locationFor(eventType, sent)
  const start = startsAt.getTime()
  if (isTaken) throw alreadyFilled()
  const offer = { eventType, hosts, taken }
  if (!openingsOf(offer, { start, end: start + 1 }, now.getTime()).some((opening) => opening.start === start)) throw alreadyFilled()

  const others = eventType.kind === 'group' ? taken.find((span) => span.eventTypeId === eventType.id && span.startsAt.getTime() === start) : undefined
  // Whoever joins meets as long as the others do.
  if (others && duration !== undefined && others.endsAt.getTime() !== start + duration * minute) throw alreadyFilled()
  const holding = eventType.pooling === 'round_robin' ? nextOf(hostsFreeAt(offer, start), preferring) : hosts
  const [first] = holding
  if (!first) throw alreadyFilled()
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

/** Of those who can: who had it before, else those of the highest priority, and of them who has fewest. */
const nextOf = (free: readonly BookableHost[], preferring: ReadonlySet<string> | undefined): readonly BookableHost[] => {
  const before = free.find(({ membershipId }) => preferring?.has(membershipId))
  if (before) return [before]
  const [next] = [...free].sort((a, b) => b.priority - a.priority || a.assigned - b.assigned)
  return next ? [next] : []
}
