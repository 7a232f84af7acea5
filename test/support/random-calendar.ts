/** Random choices that a seed repeats. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }

  some(most: number, make: () => unknown): string {
    return [...new Set(Array.from({ length: 1 + this.below(most) }, make))].join(',')
  }
}

const aDay = 86_400_000
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A rule of any kind that RFC 5545 has, where it begins, and the window to look at. */
export const aRule = (dice: Dice) => {
  const frequency = dice.one([...repeated(2, 'YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'), 'HOURLY', 'MINUTELY', 'SECONDLY'])
  const parts = [`FREQ=${frequency}`]
  const add = (probability: number, part: () => string): void => {
    if (dice.happens(probability)) parts.push(part())
  }
  add(0.5, () => `INTERVAL=${1 + dice.below(frequency === 'SECONDLY' ? 5000 : 6)}`)
  add(0.3, () => `WKST=${dice.one(weekdays)}`)
  add(0.25, () => `BYMONTH=${dice.some(3, () => 1 + dice.below(12))}`)
  const kind = dice.next()
  const isShort = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(frequency)
  if (frequency === 'YEARLY' && kind < 0.15) {
    // Not those that reach into another year: dateutil takes days of January for week 53 of a year that has 52.
    parts.push(`BYWEEKNO=${dice.some(3, () => dice.one([2 + dice.below(50), -3 - dice.below(40)]))}`)
    add(0.7, () => `BYDAY=${dice.some(3, () => dice.one(weekdays))}`)
  } else if (kind < 0.3 && frequency !== 'WEEKLY')
    parts.push(`BYMONTHDAY=${dice.some(3, () => dice.one([1 + dice.below(31), -1 - dice.below(31), 29, 30, 31]))}`)
  else if (kind < 0.45 && (frequency === 'YEARLY' || isShort))
    parts.push(`BYYEARDAY=${dice.some(3, () => dice.one([1 + dice.below(366), -1 - dice.below(366), 366, -366]))}`)
  else if (kind < 0.8) {
    const isNth = (frequency === 'YEARLY' || frequency === 'MONTHLY') && dice.happens(0.5)
    const numbers = [1, 2, 3, 4, 5, -1, -2, ...(frequency === 'YEARLY' ? [20, -20, 53] : [])]
    parts.push(`BYDAY=${dice.some(3, () => `${isNth ? dice.one(numbers) : ''}${dice.one(weekdays)}`)}`)
  }
  add(0.15, () => `BYHOUR=${dice.some(3, () => dice.below(24))}`)
  add(0.1, () => `BYMINUTE=${dice.some(3, () => dice.below(60))}`)
  add(0.05, () => `BYSECOND=${dice.some(2, () => dice.below(60))}`)
  // Of the first week dateutil counts only what is left of it.
  if (frequency !== 'WEEKLY' && parts.some((part) => part.startsWith('BY')))
    add(0.2, () => `BYSETPOS=${dice.some(2, () => dice.one([1, 2, 3, -1, -2]))}`)
  add(0.3, () => `COUNT=${1 + dice.below(40)}`)
  const start = Date.UTC(
    1998 + dice.below(30),
    dice.below(12),
    1 + dice.below(28),
    dice.below(24),
    dice.below(60),
    dice.below(60),
  )
  const from = start + (dice.happens(0.5) ? 0 : dice.below(isShort ? 20 : 900) * aDay)
  return { rule: parts.join(';'), start, from, to: from + (isShort ? 20 : 800) * aDay, max: 60 }
}

const repeated = <T>(times: number, ...values: readonly T[]): T[] => Array.from({ length: times }, () => values).flat()

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/Sao_Paulo',
] as const
const two = (number: number): string => String(number).padStart(2, '0')
const dateText = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
const timeText = (at: number): string =>
  `${dateText(at)}T${two(new Date(at).getUTCHours())}${two(new Date(at).getUTCMinutes())}00`

/**
 * The events of one UID around a time: perhaps with a rule, exceptions, moved and canceled occurrences. What stands
 * inside VCALENDAR.
 */
export const anItem = (dice: Dice, uid: string, around: number): string => {
  const kind = dice.one(['zoned', 'zoned', 'zoned', 'utc', 'date'] as const)
  const zone = dice.one(zones)
  // By day: an hour that a clock shows twice is the first one for us, as RFC 5545 says, and the second one for the
  // library.
  const midnight = Math.floor(around / aDay) * aDay
  const start =
    midnight + (dice.below(120) - 40) * aDay + (kind === 'date' ? 0 : 8 * 3_600_000 + dice.below(40) * 900_000)
  const at = (name: string, when: number): string =>
    kind === 'zoned'
      ? `${name};TZID=${zone}:${timeText(when)}`
      : kind === 'utc'
        ? `${name}:${timeText(when)}Z`
        : `${name};VALUE=DATE:${dateText(when)}`
  const length = kind === 'date' ? (1 + dice.below(3)) * aDay : (1 + dice.below(8)) * 1_800_000
  const head = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z']
  const master = [
    ...head,
    at('DTSTART', start),
    dice.happens(0.7) ? at('DTEND', start + length) : durationText(kind === 'date', length),
  ]
  if (dice.happens(0.1)) master.push('TRANSP:TRANSPARENT')
  const starts = [start]
  if (dice.happens(0.7)) {
    const frequency = dice.one(['DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY'] as const)
    const interval = 1 + dice.below(3)
    const until = start + 90 * aDay
    const end = dice.happens(0.3)
      ? `;COUNT=${2 + dice.below(30)}`
      : dice.happens(0.3)
        ? `;UNTIL=${kind === 'date' ? dateText(until) : `${timeText(until + 7 * 3_600_000)}Z`}`
        : ''
    const day = new Date(start).getUTCDate()
    master.push(
      `RRULE:FREQ=${frequency};INTERVAL=${interval}${frequency === 'MONTHLY' && day > 28 ? `;BYMONTHDAY=${day}` : ''}${end}`,
    )
    const step = frequency === 'DAILY' ? interval : frequency === 'WEEKLY' ? interval * 7 : 0
    if (step > 0) for (let count = 1; count < 12; count += 1) starts.push(start + count * step * aDay)
  }
  const changed = new Set<number>()
  if (dice.happens(0.4) && starts.length > 2) {
    const gone = starts[1 + dice.below(starts.length - 1)] as number
    changed.add(gone)
    master.push(at('EXDATE', gone))
  }
  const lines = [...master, 'END:VEVENT']
  for (let count = starts.length > 3 ? dice.below(3) : 0; count > 0; count -= 1) {
    const replaced = starts[1 + dice.below(starts.length - 1)] as number
    if (changed.has(replaced)) continue
    changed.add(replaced)
    const moved = replaced + (kind === 'date' ? dice.below(3) * aDay : (dice.below(16) - 8) * 900_000)
    lines.push(
      ...head,
      at('RECURRENCE-ID', replaced),
      at('DTSTART', moved),
      at('DTEND', moved + length * (1 + dice.below(2))),
      'SEQUENCE:1',
    )
    if (dice.happens(0.25)) lines.push('STATUS:CANCELLED')
    lines.push('END:VEVENT')
  }
  return lines.join('\r\n')
}

const durationText = (isDate: boolean, length: number): string =>
  `DURATION:${isDate ? `P${length / aDay}D` : `PT${length / 60_000}M`}`
