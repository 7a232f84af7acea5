import type { CalendarItem } from '../connection.ts'
import { readDateTime } from '../icalendar/date-time.ts'
import {
  type EventSkeleton,
  localOf,
  type Moment,
  noRecurrence,
  uidDigest,
  unreadableItem,
} from '../icalendar/skeleton.ts'

/** The skeleton of a single event, whose service has expanded its rule. */
export const singleEvent = (uid: string, start: Moment, end: Moment, busy: EventSkeleton['busy']): EventSkeleton => {
  const length = localOf(end) - localOf(start)
  // One that ends before it begins is a mistake; a day that ends on itself is meant to be that day.
  const isUnsure = length < 0
  const isDay = isUnsure || (length === 0 && start.kind === 'date')
  return {
    uid: uidDigest(uid),
    start,
    length: isDay ? { kind: 'duration', days: 1, milliseconds: 0 } : { kind: 'until', end },
    ...noRecurrence,
    replaces: null,
    busy,
    sequence: 0,
    ...(isUnsure ? { isUnsure } : {}),
  }
}

/**
 * An event without times that can be read is no reason to take its owner for free. It is read again with every
 * comparison.
 */
export const unreadableEvent = (id: string): CalendarItem => ({ key: id, etag: '', events: [unreadableItem(id)] })

/** The id of an event of which nothing else may be as it should. */
export const idIn = (raw: unknown): string | undefined => {
  const id = raw !== null && typeof raw === 'object' && 'id' in raw ? raw.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** `2026-03-03`. */
export const dateMoment = (text: string): Moment | undefined => {
  const read = readDateTime(text.slice(0, 10))
  return read?.kind === 'date' ? read : undefined
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** RFC 3339, with its offset. */
export const instantMoment = (text: string): Moment | undefined => {
  const instant = instantForm.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : { kind: 'utc', instant }
}
