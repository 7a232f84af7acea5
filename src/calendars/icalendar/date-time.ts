import { type Day, dayMilliseconds, dayOf, daysInMonth } from './civil.ts'

/**
 * A DATE or DATE-TIME value. `local` is milliseconds since 1970 on the clock on the wall, as if that clock were in UTC.
 */
export type DateTime =
  | { readonly kind: 'date'; readonly day: Day }
  | { readonly kind: 'utc'; readonly instant: number }
  | { readonly kind: 'local'; readonly local: number }

const form = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?(\d{2}):?(\d{2}):?(\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Undefined for what is no date. Dashes, colons and offsets are forgiven: some programs write them. */
export const readDateTime = (text: string): DateTime | undefined => {
  const match = form.exec(text.trim().toUpperCase())
  if (!match) return undefined
  const [year, month, dayOfMonth] = [match[1], match[2], match[3]].map(Number) as [number, number, number]
  if (year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return undefined
  const day = dayOf(year, month, dayOfMonth)
  if (match[4] === undefined) return { kind: 'date', day }
  const [hour, minute, second] = [match[4], match[5], match[6] ?? '0'].map(Number) as [number, number, number]
  // 24:00 is midnight at the end of the day, and 60 a leap second.
  if (hour > 24 || minute > 59 || second > 60) return undefined
  const local = day * dayMilliseconds + hour * 3_600_000 + minute * 60_000 + Math.min(second, 59) * 1000
  return match[7] ? { kind: 'utc', instant: local - offsetOf(match[7]) } : { kind: 'local', local }
}

/** `Z`, `+01`, `+0100` or `+01:00`. */
const offsetOf = (text: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000)
}

/** The day with which a text begins that is otherwise no date. */
export const readDay = (text: string): Day | undefined => {
  const read = readDateTime(/^\s*(\d{4}-?\d{2}-?\d{2})/.exec(text)?.[1] ?? '')
  return read?.kind === 'date' ? read.day : undefined
}

const durationForm = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** A thousand years, in days: more than any event lasts, and less than any clock can count. */
const maxDays = 365_000

/** Days of a duration follow the calendar, the rest of it the clock. */
export interface Duration {
  readonly days: number
  readonly milliseconds: number
}

export const readDuration = (text: string): Duration | undefined => {
  const match = durationForm.exec(text.trim().toUpperCase())
  if (!match) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const sign = match[1] === '-' ? -1 : 1
  const milliseconds = hours * 3_600_000 + minutes * 60_000 + seconds * 1000
  return {
    days: sign * Math.min(weeks * 7 + days, maxDays),
    milliseconds: sign * Math.min(milliseconds, maxDays * dayMilliseconds),
  }
}
