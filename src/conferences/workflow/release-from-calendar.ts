import type { Tx } from '#platform/db/database.ts'
import { type CalendarOfHost, releaseUnmade } from '../store/conferences.ts'
import { queueRequests } from './follow-meetings.ts'

/** The calendar of this host makes only these kinds: what it has not made of others is made by an account, or fails. */
export const releaseFromCalendar = async (tx: Tx, calendar: CalendarOfHost, now: Date): Promise<void> =>
  queueRequests(tx, await releaseUnmade(tx, calendar, now), now)
