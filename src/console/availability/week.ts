/** Hours of a day, in minutes after midnight. */
export interface HourRange {
  readonly from: number
  readonly to: number
}

/** In the order in which the days are shown. */
export type Week = readonly (readonly HourRange[])[]

export const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof weekdayNames)[number]

/** From Monday to Friday. */
export const workdays: readonly Weekday[] = weekdayNames.slice(0, 5)

const dayMinutes = 1440
const usualHours: HourRange = { from: 540, to: 1020 }

/** In order, and those that touch or overlap as one. */
export const merged = (ranges: readonly HourRange[]): HourRange[] => {
  const united: HourRange[] = []
  for (const range of ranges.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = united.at(-1)
    if (last && range.from <= last.to) united[united.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else united.push(range)
  }
  return united
}

export const withDay = (week: Week, day: number, ranges: readonly HourRange[]): Week =>
  week.map((now, index) => (index === day ? merged(ranges) : now))

/** Another hour after the last ones, or before the first if there is no room. */
export const addedRange = (ranges: readonly HourRange[]): HourRange[] => {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return [usualHours]
  const from = Math.min(last.to + 60, dayMinutes - 60)
  if (from > last.to) return [...ranges, { from, to: Math.min(from + 60, dayMinutes) }]
  return first.from >= 120 ? [{ from: first.from - 120, to: first.from - 60 }, ...ranges] : [...ranges]
}

/** A range that is moved as a whole, or at one end; it stays within the day and keeps at least a quarter of an hour. */
export const movedRange = ({ from, to }: HourRange, by: number, part: 'whole' | 'start' | 'end'): HourRange => {
  const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
  if (part === 'start') return { from: within(from + by, 0, to - 15), to }
  if (part === 'end') return { from, to: within(to + by, from + 15, dayMinutes) }
  const start = within(from + by, 0, dayMinutes - (to - from))
  return { from: start, to: start + to - from }
}

/** What a bar shows: from 6 to 22, and the hours outside. */
export const shownHours = (week: Week): HourRange => {
  const ranges = week.flat()
  return {
    from: Math.min(360, ...ranges.map(({ from }) => Math.floor(from / 60) * 60)),
    to: Math.max(1320, ...ranges.map(({ to }) => Math.ceil(to / 60) * 60)),
  }
}
