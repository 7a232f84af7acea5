import { readDateTime } from '../icalendar/date-time.ts'
import { type EventSkeleton, type Moment, noRecurrence, uidDigest } from '../icalendar/skeleton.ts'

/** The skeleton of a single event, whose service has expanded its rule. */
export const singleEvent = (uid: string, start: Moment, end: Moment, busy: EventSkeleton['busy']): EventSkeleton => ({
  uid: uidDigest(uid),
  start,
  length: { kind: 'until', end },
  ...noRecurrence,
  replaces: null,
  busy,
  sequence: 0,
})

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
