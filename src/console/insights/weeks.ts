import type { SignedInVisit } from '#pages/visit.ts'
import { weekOf } from '../meetings/member-time.ts'

interface CountedDay {
  readonly date: string
  readonly booked: number
  readonly held: number
  readonly canceled: number
}

/** Weeks as the language begins them, each from the first to the last of these days that is in it. */
export const byWeek = (
  visit: Pick<SignedInVisit, 'language'>,
  days: readonly CountedDay[],
): (CountedDay & { readonly to: string })[] => {
  const weeks = new Map<string, CountedDay & { readonly to: string }>()
  for (const day of days) {
    const week = weekOf(visit, day.date)
    const before = weeks.get(week) ?? { date: day.date, booked: 0, held: 0, canceled: 0 }
    weeks.set(week, {
      date: before.date,
      to: day.date,
      booked: before.booked + day.booked,
      held: before.held + day.held,
      canceled: before.canceled + day.canceled,
    })
  }
  return [...weeks.values()]
}
