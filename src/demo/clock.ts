import type { Clock } from '#platform/time/clock.ts'

// More than a weekend, so that something was booked that is over by now.
const daysAgo = 5
const dayMilliseconds = 86_400_000
const minuteMilliseconds = 60_000

/** One thing a minute, from a few days ago on: lists are in the same order in every demo, and nothing is in the future. */
export const clockFromThen = (now: Date): Clock => {
  let time = now.getTime() - daysAgo * dayMilliseconds
  return {
    now: () => {
      time += minuteMilliseconds
      return new Date(time)
    },
  }
}
