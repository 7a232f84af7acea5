/** Which day of a year a holiday is on, counted since 1970; undefined in years without it. */
export type DayRule = (year: number) => number | undefined

const dayOf = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / 86_400_000

/** Sunday is 0. 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

export const on =
  (month: number, date: number): DayRule =>
  (year) =>
    dayOf(year, month, date)

/** From that year on. */
export const since =
  (first: number, rule: DayRule): DayRule =>
  (year) =>
    year < first ? undefined : rule(year)

/** The first such weekday on or after a date. */
export const weekdayFrom =
  (weekday: number, month: number, date: number): DayRule =>
  (year) => {
    const from = dayOf(year, month, date)
    return from + ((weekday - weekdayOf(from) + 7) % 7)
  }

export const firstMonday = (month: number): DayRule => weekdayFrom(1, month, 1)

/** The last Monday of a month with 31 days. */
export const lastMonday = (month: number): DayRule => weekdayFrom(1, month, 25)

/**
 * Easter Sunday by the Gregorian calendar, as the anonymous algorithm of 1876 finds it (Meeus, Astronomical Algorithms,
 * chapter 8).
 */
export const easterSunday = (year: number): number => {
  const [golden, century] = [year % 19, Math.floor(year / 100)]
  const [leapCenturies, restOfCentury, yearOfCentury] = [Math.floor(century / 4), century % 4, year % 100]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - leapCenturies - correction + 15) % 30
  const sunday = (32 + 2 * restOfCentury + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const count = moon + sunday - 7 * late + 114
  return dayOf(year, Math.floor(count / 31), (count % 31) + 1)
}

/** Easter Sunday of the churches that follow the Julian calendar, for the years 1900 to 2099 (Meeus, chapter 8). */
export const orthodoxEasterSunday = (year: number): number => {
  const moon = (19 * (year % 19) + 15) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const count = moon + sunday + 114
  return dayOf(year, Math.floor(count / 31), (count % 31) + 1) + 13
}

export const easter =
  (days: number): DayRule =>
  (year) =>
    easterSunday(year) + days

export const orthodoxEaster =
  (days: number): DayRule =>
  (year) =>
    orthodoxEasterSunday(year) + days
