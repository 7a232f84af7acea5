/** `2026-01-14T09:12:44.018000Z`: six digits always, because clients parse exactly that form. */
export const writeInstant = (instant: Date): string => {
  const time = instant.getTime()
  const day = Math.floor(time / dayMilliseconds)
  const rest = time - day * dayMilliseconds
  const hour = Math.floor(rest / 3_600_000)
  const minute = Math.floor(rest / 60_000) % 60
  const second = Math.floor(rest / 1000) % 60
  return `${dateOf(day)}T${padded[hour]}:${padded[minute]}:${padded[second]}.${String(rest % 1000).padStart(3, '0')}000Z`
}

const dayMilliseconds = 86_400_000
const padded = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

let lastDay = Number.NaN
let lastDate = ''

/** The instants of a page are mostly of the same few days, and `toISOString` for each takes longer than to find the rows. */
const dateOf = (day: number): string => {
  if (day !== lastDay) {
    lastDate = new Date(day * dayMilliseconds).toISOString().slice(0, 10)
    lastDay = day
  }
  return lastDate
}

const form = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/

/** RFC 3339, strictly: undefined for 30 February, 25:00, a missing zone, and anything else V8 would guess about. */
export const readInstant = (text: string): Date | undefined => {
  const match = form.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined
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
const utcMilliseconds = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day)

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysIn = (year: number, month: number): number => (month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
