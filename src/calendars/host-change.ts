import type { Clock } from './icalendar/clock.ts'
import { busySpansOf } from './icalendar/occurrences.ts'
import type { EventSkeleton } from './icalendar/skeleton.ts'

/** What a host did to the entry of a meeting in their own calendar. Times in milliseconds since 1970. */
export type HostChange = { readonly kind: 'deleted' } | { readonly kind: 'moved'; readonly startsAt: number; readonly endsAt: number }

interface Times {
  readonly startsAt: number
  readonly endsAt: number
}

/** When the entry is in the calendar now; undefined when that cannot be told. Free or tentative, its time counts here. */
export const timesOf = (event: EventSkeleton, clock: Clock): Times | undefined => {
  const window = { start: Number.MIN_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER }
  const plain = { ...event, busy: 'yes' as const, rules: [], exceptionRules: [], extraDates: [], exceptionDates: [], replaces: null }
  for (const span of busySpansOf([plain], { clock, window, countsTentative: true })) if (span) return { startsAt: span.start, endsAt: span.end }
  return undefined
}

/** Null when the calendar has the meeting at its time, or nothing certain can be said. One that was canceled there, or set free, is not to be. */
export const changeOf = (meeting: Times, event: EventSkeleton | null, clock: Clock): HostChange | null => {
  if (!event || event.busy === 'no') return { kind: 'deleted' }
  const there = timesOf(event, clock)
  return !there || (there.startsAt === meeting.startsAt && there.endsAt === meeting.endsAt) ? null : { kind: 'moved', ...there }
}
