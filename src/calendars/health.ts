import { day, minute } from '#platform/time/durations.ts'
import type { CalendarConnection } from './connection.ts'

export const healthStates = ['connecting', 'fresh', 'late', 'lost'] as const
export type Health = (typeof healthStates)[number]

export const syncEveryMilliseconds = 5 * minute
const lateAfterMilliseconds = 2 * syncEveryMilliseconds
const lostAfterMilliseconds = day
export const compareEveryMilliseconds = day
/** How far ahead calendars are read. Beyond it nothing is offered for hosts who have some. */
const horizonMilliseconds = 400 * day
/** What ended a day ago can be in nobody's way. */
const pastMilliseconds = day
/** What is read of a calendar. */
export const windowAt = (now: number): { readonly start: number; readonly end: number } => ({
  start: now - pastMilliseconds,
  end: now + horizonMilliseconds,
})
export const notifyEveryMilliseconds = day

/** `late`: what was known last still counts. `lost`: nothing is known any more. */
export const healthOf = (
  { isLost, fault, syncedAt }: Pick<CalendarConnection, 'isLost' | 'fault' | 'syncedAt'>,
  now: Date,
): Health => {
  if (isLost) return 'lost'
  if (!syncedAt) return fault === null ? 'connecting' : 'late'
  return fault === null && now.getTime() - syncedAt.getTime() <= lateAfterMilliseconds ? 'fresh' : 'late'
}

/** What was known by then is not trusted any more. */
export const lostBefore = (now: Date): Date => new Date(now.getTime() - lostAfterMilliseconds)
