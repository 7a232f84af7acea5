import type { Collected } from '#contract/collected.ts'
import { dateOf } from '#platform/time/instant.ts'
import type { Opening } from './openings.ts'
import { type AvailableTime, toAvailableTimeResource } from './resources.ts'

/**
 * Open times as they are answered. Two of them differ in little more than their start, which stands in each twice: so one is
 * written, copied as often as there are times, and the starts are put into the copies.
 */
export const availableTimes = (schedulingUrl: string, openings: readonly Opening[]): Collected<AvailableTime> => ({
  get items() {
    return openings.map((opening) => toAvailableTimeResource(schedulingUrl, opening))
  },
  write(isQuoted = false) {
    const runs = runsOf(openings).map((run) => ({ ...run, form: formOf(schedulingUrl, run.first, isQuoted) }))
    // A comma follows each but the last, and brackets stand around them.
    const byteLength = Math.max(0, runs.reduce((sum, { count, form }) => sum + count * form.bytes.length, 0) - 1) + 2
    const writeTo = (written: Buffer, begin: number): void => {
      let at = begin + 1
      for (const { from, count, form } of runs) {
        const end = at + count * form.bytes.length
        written.fill(form.bytes, at, end)
        for (let place = from; at < end; place += 1, at += form.bytes.length) {
          const { start } = openings[place] as Opening
          writeStarts(written, at + form.firstStart, at + form.secondStart, start)
        }
      }
      written[begin] = openingBracket
      written[begin + byteLength - 1] = closingBracket
    }
    return { byteLength, writeTo }
  },
})

const openingBracket = 0x5b
const closingBracket = 0x5d

interface Run {
  readonly from: number
  readonly count: number
  readonly first: Opening
}

/** Neighbours for which as many can still come: all of them, but for types with seats. */
const runsOf = (openings: readonly Opening[]): Run[] => {
  const runs: Run[] = []
  let from = 0
  while (from < openings.length) {
    const first = openings[from] as Opening
    let next = from + 1
    while (next < openings.length && openings[next]?.remaining === first.remaining) next += 1
    runs.push({ from, count: next - from, first })
    from = next
  }
  return runs
}

/** One of them with the comma behind it, and where its start stands. */
const formOf = (schedulingUrl: string, opening: Opening, isQuoted: boolean) => {
  const resource = toAvailableTimeResource(schedulingUrl, opening)
  const json = JSON.stringify(resource)
  const text = `${isQuoted ? JSON.stringify(json).slice(1, -1) : json},`
  const bytes = Buffer.from(text)
  const last = bytes.lastIndexOf(resource.start_time)
  return { bytes, firstStart: bytes.indexOf(resource.start_time), secondStart: last }
}

const dayMilliseconds = 86_400_000

/** Over both starts that are there, as in `2026-04-02T13:00:00Z`: only the digits change. */
const writeStarts = (bytes: Buffer, first: number, second: number, start: number): void => {
  const day = Math.floor(start / dayMilliseconds)
  const seconds = Math.floor((start - day * dayMilliseconds) / 1000)
  const date = dateOf(day)
  for (let place = 0; place < 10; place += 1) {
    const letter = date.charCodeAt(place)
    bytes[first + place] = letter
    bytes[second + place] = letter
  }
  writeTwoDigits(bytes, first + 11, second + 11, Math.floor(seconds / 3600))
  writeTwoDigits(bytes, first + 14, second + 14, Math.floor(seconds / 60) % 60)
  writeTwoDigits(bytes, first + 17, second + 17, seconds % 60)
}

const zero = 48

const writeTwoDigits = (bytes: Buffer, first: number, second: number, number: number): void => {
  const tens = zero + Math.floor(number / 10)
  const ones = zero + (number % 10)
  bytes[first] = tens
  bytes[first + 1] = ones
  bytes[second] = tens
  bytes[second + 1] = ones
}
