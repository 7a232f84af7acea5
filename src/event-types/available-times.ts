import type { WrittenCollection } from '#contract/collected.ts'
import { writeSecond } from '#platform/time/instant.ts'
import type { Opening } from './openings.ts'
import { type AvailableTime, toAvailableTimeResource } from './resources.ts'

/** Open times as they are answered. */
export const availableTimes = (schedulingUrl: string, openings: readonly Opening[]): WrittenCollection<AvailableTime> => ({
  get items() {
    return openings.map((opening) => toAvailableTimeResource(schedulingUrl, opening))
  },
  get json() {
    return jsonOf(schedulingUrl, openings)
  },
})

/** A month has hundreds of times that differ in little more than their start: written as text they take half as long. */
const jsonOf = (schedulingUrl: string, openings: readonly Opening[]): string => {
  const escapedUrl = JSON.stringify(schedulingUrl).slice(1, -1)
  let json = ''
  for (const { start, remaining } of openings) {
    const startTime = writeSecond(start)
    json += `${json === '' ? '' : ','}{"status":"available","invitees_remaining":${remaining},"start_time":"${startTime}","scheduling_url":"${escapedUrl}/${startTime}"}`
  }
  return `[${json}]`
}
