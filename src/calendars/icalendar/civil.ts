/** Days since 1970, on the proleptic Gregorian calendar. */
export type Day = number

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly dayOfMonth: number
}

export const dayMilliseconds = 86_400_000

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysInYear = (year: number): number => (isLeap(year) ? 366 : 365)

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] as number)

// Eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
const eraDays = 146_097
const daysBefore1970 = 719_468

export const dayOf = (year: number, month: number, dayOfMonth: number): Day => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1
  return (
    era * eraDays +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    daysBefore1970
  )
}

export const civilOf = (day: Day): CivilDate => {
  const shifted = day + daysBefore1970
  const era = Math.floor(shifted / eraDays)
  const dayOfEra = shifted - era * eraDays
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

/**
 * The week of a year that a day is in, when weeks begin on `weekStart`: the first week has at least four days of the
 * year.
 */
export const weekOf = (day: Day, weekStart: number): { readonly number: number; readonly weeks: number } => {
  const { year } = civilOf(day)
  const next = firstWeek(year + 1, weekStart)
  const own = day >= next ? next : firstWeek(year, weekStart)
  const start = day < own ? firstWeek(year - 1, weekStart) : own
  const end = day < own ? own : day >= next ? firstWeek(year + 2, weekStart) : next
  return { number: Math.floor((day - start) / 7) + 1, weeks: (end - start) / 7 }
}

const firstWeek = (year: number, weekStart: number): Day => {
  const fourth = dayOf(year, 1, 4)
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7)
}
