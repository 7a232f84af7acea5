import { filled, writeClock } from '#ui/format.ts'

/** How somebody reads clocks: in which notation, and what their language calls the halves of a day. */
export interface ClockNotation {
  readonly hour12: boolean
  readonly halves: readonly [string, string]
}

/**
 * `9`, `930`, `9:30`, `9.30pm`, `17h`, `17h30`, and the halves of the day in every language: in minutes after midnight,
 * at most 24:00.
 */
export const readClockTime = (text: string): number | undefined => {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2})|h)?\s?(?:([apдп])\.?\s?[mп]?\.?)?$/i.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes, half] = [Number(match[1]), Number(match[2] ?? 0), match[3]?.toLowerCase()]
  if (minutes > 59 || (half && (hours < 1 || hours > 12))) return undefined
  const total = (half ? (hours % 12) + (half === 'p' || half === 'п' ? 12 : 0) : hours) * 60 + minutes
  return total <= 1440 ? total : undefined
}

/** When hours end: 00:00 is midnight at the end of the day, as 24:00 is. */
export const readEndTime = (text: string): number | undefined => {
  const minutes = readClockTime(text)
  return minutes === 0 ? 1440 : minutes
}

/** `09:30`, as it is sent. */
export const writeClockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `09:30`, or `9:30 am`, as it is shown. */
export const showClockTime = (clock: ClockNotation, minutes: number): string =>
  writeClock(clock, writeClockTime(minutes), clock.hour12)

/** A sentence with times in it. The full stop of `p.m.` at its end is that of the sentence too. */
export const sentenceWith = (pattern: string, values: Readonly<Record<string, string>>): string =>
  filled(pattern, values).replace(/(\.\s?m\.)\./g, '$1')
