import type { SignedInVisit } from '#pages/visit.ts'
import { dateFormat } from '#platform/language/formatters.ts'
import { wallAt, writeTime } from '#platform/language/moments.ts'
import { day } from '#platform/time/durations.ts'
import { findZone } from '#platform/time/zones.ts'

type Reader = Pick<SignedInVisit, 'session' | 'language'>

/** `2026-11-17`: the day on which an instant falls for the signed-in user. */
export const dateAt = ({ session }: Pick<SignedInVisit, 'session'>, instant: Date): string =>
  wallAt(instant, session.timezone).toISOString().slice(0, 10)

/** When a day begins for them. */
export const startOf = ({ session }: Pick<SignedInVisit, 'session'>, date: string): Date => {
  const local = Date.parse(`${date}T00:00:00Z`)
  return new Date(findZone(session.timezone)?.instantOf(local) ?? local)
}

export const daysAfter = (date: string, count: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * day).toISOString().slice(0, 10)

/** Minutes after midnight on their clock. */
export const minuteOfDay = ({ session }: Pick<SignedInVisit, 'session'>, instant: Date): number => {
  const wall = wallAt(instant, session.timezone)
  return wall.getUTCHours() * 60 + wall.getUTCMinutes()
}

export const timeOf = ({ session, language }: Reader, instant: Date, zone = session.timezone): string =>
  writeTime(language, wallAt(instant, zone), session.timeNotation)

export const timesOf = (visit: Reader, startsAt: Date, endsAt: Date): string =>
  `${timeOf(visit, startsAt)} – ${timeOf(visit, endsAt)}`

/** `Tue, Nov 17`: the runtime gives names alone, always as if the day were in UTC. */
export const shortDay = ({ language }: Pick<SignedInVisit, 'language'>, date: string): string =>
  format(language.locale, 'short', date)

/** `Tue 17`, where there is no room for more. */
export const briefDay = ({ language }: Pick<SignedInVisit, 'language'>, date: string): string => {
  const weekday = dateFormat(language.locale, { weekday: 'short' }).format(Date.parse(`${date}T00:00:00Z`))
  return `${weekday} ${Number(date.slice(8))}`
}

/** Saturday or Sunday. */
export const isOfWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

/** `Tuesday, November 17, 2026` */
export const longDay = ({ language }: Pick<SignedInVisit, 'language'>, date: string): string =>
  format(language.locale, 'long', date)

const format = (locale: string, length: 'short' | 'long', date: string): string =>
  dateFormat(locale, {
    weekday: length,
    day: 'numeric',
    month: length,
    ...(length === 'long' ? { year: 'numeric' as const } : {}),
  }).format(Date.parse(`${date}T00:00:00Z`))

/** `Nov 16 – 22, 2026` */
export const dayRange = ({ language }: Pick<SignedInVisit, 'language'>, first: string, last: string): string => {
  const range = dateFormat(language.locale, { day: 'numeric', month: 'short', year: 'numeric' })
  return range.formatRange(Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`))
}

/** The first day of the week that a day is in, as the language begins weeks. */
export const weekOf = ({ language }: Pick<SignedInVisit, 'language'>, date: string): string => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return daysAfter(date, -((weekday - language.firstWeekday + 7) % 7))
}

const dateForm = /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/

/** A date from an address, or undefined for anything else. */
export const dateIn = (text: string | null): string | undefined =>
  text !== null &&
  dateForm.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
    ? text
    : undefined

/** `Nov 17, 2026, 10:19`, from an instant as the API writes it. */
export const momentOf = (visit: Reader, timestamp: string): string => {
  const instant = new Date(timestamp)
  const date = dateFormat(visit.language.locale, { dateStyle: 'medium' }).format(
    wallAt(instant, visit.session.timezone),
  )
  return `${date}, ${timeOf(visit, instant)}`
}
