import { nextMonth } from '#ui/format.ts'
import type { Month, Slot, Time } from './page-data.ts'

/** A month from the server; or its request failed. */
export type LoadedMonth = Month | 'failed'
export type Months = Readonly<Record<string, LoadedMonth>>

/** Months differ by zone and duration. */
export const keyOf = (zone: string, duration: number, month: string): string => `${zone} ${duration} ${month}`

export const isEmpty = ({ days }: Month): boolean => Object.keys(days).length === 0

/** The month to go on to: the next one or, from an empty month, one that has times. Undefined if there is none. */
export const monthAhead = (from: Month): string | undefined => {
  if (isEmpty(from)) return from.openMonth ?? undefined
  return from.hasNext ? nextMonth(from.month) : undefined
}

/** The slot that starts at this instant, on its day in the month's time zone. */
export const slotIn = ({ days }: Month, start: string, minutes: number): Slot | undefined => {
  for (const [date, times] of Object.entries(days)) {
    const time = times.find(([one]) => one === start)
    if (time) return slotOf(time, date, minutes)
  }
  return undefined
}

export const slotOf = ([start, clock, , offset = null, until]: Time, date: string, minutes: number): Slot => ({
  start,
  date,
  clock,
  until: until ?? clockAfter(clock, minutes),
  offset,
})

/** For slots without a clock change. */
const clockAfter = (clock: string, minutes: number): string => {
  const after = (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + minutes) % 1440
  return `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`
}
