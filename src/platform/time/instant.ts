/** `2026-01-14T09:12:44.018000Z`: six digits always, because clients parse exactly that form. */
export const writeInstant = (instant: Date): string => {
  const time = instant.getTime()
  const day = Math.floor(time / dayMilliseconds)
  const rest = time - day * dayMilliseconds
  return `${dateOf(day)}${minutes[Math.floor(rest / 60_000)]}${seconds[Math.floor(rest / 1000) % 60]}${fractions[rest % 1000]}`
}

/** `2026-01-14T09:12:44Z`, without the fraction. */
export const writeSecond = (time: number): string => {
  const day = Math.floor(time / dayMilliseconds)
  const rest = time - day * dayMilliseconds
  return `${dateOf(day)}${timeOfDay(rest)}`
}

/** `T09:12:44Z`, of so many milliseconds after midnight. */
export const timeOfDay = (milliseconds: number): string => {
  const minute = Math.floor(milliseconds / 60_000)
  const second = Math.floor(milliseconds / 1000) % 60
  return second === 0 ? (wholeMinutes[minute] as string) : `${minutes[minute]}${seconds[second]}Z`
}

/** `2026-01-14T10:12:44+01:00`: the same instant, by a clock that is so many milliseconds ahead. */
export const writeOffset = (instant: Date, offset: number): string => {
  const size = Math.round(Math.abs(offset) / 60_000)
  return `${writeSecond(instant.getTime() + offset).slice(0, -1)}${offset < 0 ? '-' : '+'}${padded(Math.floor(size / 60))}:${padded(size % 60)}`
}

// `toISOString` for every instant of a page takes longer than to read its rows. All there is to write is prepared
// instead.
const padded = (number: number, length = 2): string => String(number).padStart(length, '0')
const minutes = Array.from(
  { length: 24 * 60 },
  (_, minute) => `T${padded(Math.floor(minute / 60))}:${padded(minute % 60)}:`,
)
const wholeMinutes = minutes.map((minute) => `${minute}00Z`)
const seconds = Array.from({ length: 60 }, (_, second) => padded(second))
const fractions = Array.from({ length: 1000 }, (_, milliseconds) => `.${padded(milliseconds, 3)}000Z`)

const dayMilliseconds = 86_400_000
const dates = new Map<number, string>()
const maxDates = 4000

/** `2026-01-14`, of a day since 1970. */
export const dateOf = (day: number): string => {
  const known = dates.get(day)
  if (known !== undefined) return known
  if (dates.size >= maxDates) dates.clear()
  const date = new Date(day * dayMilliseconds).toISOString().slice(0, 10)
  dates.set(day, date)
  return date
}

const form = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/

/** RFC 3339, strictly: undefined for 30 February, 25:00, a missing zone, and anything else V8 would guess about. */
export const readInstant = (text: string): Date | undefined => {
  const match = form.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (
    year < 1 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysIn(year, month) ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return undefined
  const offsetHours = Number(match[9] ?? 0)
  const offsetMinutes = Number(match[10] ?? 0)
  if (offsetHours > 23 || offsetMinutes > 59) return undefined
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes)
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const utc = utcMilliseconds(year, month, day) + hour * 3_600_000 + minute * 60_000 + second * 1000 + milliseconds
  const instant = new Date(utc - offset * 60_000)
  // An offset may lead out of the years that can be written with four digits.
  const writtenYear = instant.getUTCFullYear()
  return writtenYear < 1 || writtenYear > 9999 ? undefined : instant
}

/** Days since 1970 without `Date.UTC`, which takes the years 0–99 for 1900–1999. */
const utcMilliseconds = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day)

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
