import { FormError } from '#pages/errors.ts'
import { readClockTime, readEndTime, writeClockTime } from './clock-time.ts'
import { addedRange, type HourRange, merged, type Weekday, weekdayNames, workdays } from './week.ts'

interface Sentences {
  readonly badTime: string
  readonly badEnd: string
}

/** Hours as operations take them. */
const intervalsOf = (ranges: readonly HourRange[]) =>
  ranges.map(({ from, to }) => ({ from: writeClockTime(from), to: writeClockTime(to) }))

const rangeFrom = (from: string, to: string, parameter: string, { badTime, badEnd }: Sentences): HourRange => {
  const [start, end] = [readClockTime(from), readEndTime(to)]
  if (start === undefined || end === undefined) throw new FormError({ [parameter]: badTime })
  if (start >= end) throw new FormError({ [parameter]: badEnd })
  return { from: start, to: end }
}

const rangesFrom = (form: URLSearchParams, day: Weekday, sentences: Sentences): HourRange[] => {
  if (!form.has(`${day}-on`)) return []
  const [starts, ends] = [form.getAll(`${day}-from`), form.getAll(`${day}-to`)]
  const ranges = starts.flatMap((from, index) =>
    from === '' && !ends[index] ? [] : [rangeFrom(from, ends[index] ?? '', day, sentences)],
  )
  return ranges.length === 0 ? addedRange([]) : ranges
}

/**
 * The days that a form of hours sends, and what its buttons do where no script runs: `add=monday`, `drop=monday.1`,
 * `copy=monday.weekdays`. The sentences are what is said of a time that cannot be read.
 */
export const sentDays = (form: URLSearchParams, sentences: Sentences) => {
  const week = new Map<Weekday, readonly HourRange[]>()
  for (const day of weekdayNames) if (form.has(`${day}-shown`)) week.set(day, merged(rangesFrom(form, day, sentences)))
  const [added, [removed, index], [copied, which]] = [
    form.get('add'),
    (form.get('drop') ?? '').split('.'),
    (form.get('copy') ?? '').split('.'),
  ]
  const groups: Readonly<Record<string, readonly string[]>> = {
    weekdays: workdays,
    all: weekdayNames,
    chosen: form.getAll(`${copied}-copy`),
  }
  const hours = weekdayNames.find((day) => day === copied)
  for (const day of weekdayNames) {
    if (day === added) week.set(day, merged(addedRange(week.get(day) ?? [])))
    if (day === removed)
      week.set(
        day,
        (week.get(day) ?? []).filter((_, other) => other !== Number(index)),
      )
    if (hours && groups[which ?? '']?.includes(day)) week.set(day, week.get(hours) ?? [])
  }
  return [...week].map(([wday, ranges]) => ({ type: 'wday' as const, wday, intervals: intervalsOf(ranges) }))
}

/** `10:00-13:00, 15:00-17:00` */
export const readHours = (text: string, parameter: string, sentences: Sentences) => {
  const ranges = text.split(',').map((part) => {
    const [from = '', to = ''] = part.split(/[-–—]/)
    return rangeFrom(from, to, parameter, sentences)
  })
  return intervalsOf(merged(ranges))
}
