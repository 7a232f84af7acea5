import type { WallClock } from './icalendar/clock.ts'
import { busySpansOf } from './icalendar/occurrences.ts'
import type { EventSkeleton } from './icalendar/skeleton.ts'

/** What a host did to the entry of a meeting in their own calendar. Times in milliseconds since 1970. */
export type HostChange =
  | { readonly kind: 'deleted' | 'canceled' | 'freed' }
  | { readonly kind: 'moved'; readonly startsAt: number; readonly endsAt: number }
  /** `isKept`: its host has said that the entry stays so, beside the meeting as it was booked. */
  | { readonly kind: 'longer' | 'shorter'; readonly endsAt: number; readonly isKept?: true }

interface Times {
  readonly startsAt: number
  readonly endsAt: number
}

/**
 * When the entry is in the calendar now; undefined when that cannot be told. Free or tentative, its time counts here.
 */
export const timesOf = (event: EventSkeleton, clock: WallClock): Times | undefined => {
  const window = { start: Number.MIN_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER }
  const plain = {
    ...event,
    busy: 'yes' as const,
    rules: [],
    exceptionRules: [],
    extraDates: [],
    exceptionDates: [],
    replaces: null,
  }
  for (const span of busySpansOf([plain], { clock, window, countsTentative: true }))
    if (span) return { startsAt: span.start, endsAt: span.end }
  return undefined
}

/** Null when the calendar has the meeting at its time, or nothing certain can be said. */
export const changeOf = (meeting: Times, event: EventSkeleton | null, clock: WallClock): HostChange | null => {
  if (!event) return { kind: 'deleted' }
  if (event.busy === 'no') return { kind: event.isCanceled ? 'canceled' : 'freed' }
  const there = timesOf(event, clock)
  if (!there) return null
  const { startsAt, endsAt } = there
  if (startsAt !== meeting.startsAt) return { kind: 'moved', startsAt, endsAt }
  return endsAt === meeting.endsAt ? null : { kind: endsAt > meeting.endsAt ? 'longer' : 'shorter', endsAt }
}

/** Whether the host was asked about this already, and chose to keep the entry so. */
export const isKept = (known: HostChange | null, change: HostChange | null): boolean =>
  known !== null &&
  'isKept' in known &&
  change?.kind === known.kind &&
  'endsAt' in change &&
  change.endsAt === known.endsAt
