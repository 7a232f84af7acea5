import type { CalendarConnection } from './connection.ts'

export const healthStates = ['connecting', 'fresh', 'late', 'lost'] as const
export type Health = (typeof healthStates)[number]

export const lookEveryMilliseconds = 5 * 60_000
const lateAfterMilliseconds = 2 * lookEveryMilliseconds
const lostAfterMilliseconds = 24 * 60 * 60_000
export const compareEveryMilliseconds = 24 * 60 * 60_000
/** How far ahead calendars are read. Beyond it nothing is offered for hosts who have some. */
const horizonMilliseconds = 400 * 24 * 60 * 60_000
/** What ended a day ago can be in nobody's way. */
const pastMilliseconds = 24 * 60 * 60_000
/** What is read of a calendar. */
export const windowAt = (now: number): { readonly start: number; readonly end: number } => ({ start: now - pastMilliseconds, end: now + horizonMilliseconds })
export const notifyEveryMilliseconds = 24 * 60 * 60_000

/** `late`: what was known last still counts. `lost`: nothing is known any more. */
export const healthOf = ({ isLost, fault, lookedAt }: Pick<CalendarConnection, 'isLost' | 'fault' | 'lookedAt'>, now: Date): Health => {
  if (isLost) return 'lost'
  if (!lookedAt) return fault === null ? 'connecting' : 'late'
  return fault === null && now.getTime() - lookedAt.getTime() <= lateAfterMilliseconds ? 'fresh' : 'late'
}

/** What was known by then is not trusted any more. */
export const lostBefore = (now: Date): Date => new Date(now.getTime() - lostAfterMilliseconds)
