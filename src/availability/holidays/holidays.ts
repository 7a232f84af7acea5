import { writeDay } from '../rule.ts'
import { type Country, holidayRules } from './countries.ts'

export interface Holiday {
  readonly date: string
  /** As the country calls it. */
  readonly name: string
}

/** The holidays of a country from a day on, for a year, in order. Days are counted since 1970. */
export const holidaysFrom = (country: Country, first: number): Holiday[] => {
  const year = new Date(first * 86_400_000).getUTCFullYear()
  // New Year's Day may be kept on the last day of the year before.
  const days = [year, year + 1, year + 2].flatMap((of) =>
    holidayRules[country].map(([rule, name]) => ({ day: rule(of), name })),
  )
  const names = new Map<number, string>()
  for (const { day, name } of days)
    if (day !== undefined && day >= first && day < first + 365)
      names.set(day, names.has(day) ? `${names.get(day)} · ${name}` : name)
  return [...names].sort(([a], [b]) => a - b).map(([day, name]) => ({ date: writeDay(day), name }))
}
