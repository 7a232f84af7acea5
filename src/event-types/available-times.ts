import type { WrittenCollection } from '#contract/collected.ts'
import { day as dayMilliseconds } from '#platform/time/durations.ts'
import { dateOf, timeOfDay } from '#platform/time/instant.ts'
import type { Opening } from './openings.ts'
import { type AvailableTime, toAvailableTimeResource } from './resources.ts'

/** Open times as they are answered. */
export const availableTimes = (
  schedulingUrl: string,
  openings: readonly Opening[],
): WrittenCollection<AvailableTime> => ({
  get items() {
    return openings.map((opening) => toAvailableTimeResource(schedulingUrl, opening))
  },
  get json() {
    return jsonOf(schedulingUrl, openings)
  },
})

/**
 * A month has hundreds of times, and the times of a day differ in the hour only. Written as text, with the parts of a
 * day built once, they take a fifth of what `JSON.stringify` takes.
 */
const jsonOf = (schedulingUrl: string, openings: readonly Opening[]): string => {
  const escapedUrl = JSON.stringify(schedulingUrl).slice(1, -1)
  let json = ''
  let current = { day: Number.NaN, remaining: Number.NaN, before: '', between: '' }
  for (const { start, remaining } of openings) {
    const day = Math.floor(start / dayMilliseconds)
    if (day !== current.day || remaining !== current.remaining) {
      const date = dateOf(day)
      const before = `{"status":"available","invitees_remaining":${remaining},"start_time":"${date}`
      current = { day, remaining, before, between: `","scheduling_url":"${escapedUrl}/${date}` }
    }
    const time = timeOfDay(start - day * dayMilliseconds)
    json += `${current.before}${time}${current.between}${time}"},`
  }
  return `[${json.slice(0, -1)}]`
}
