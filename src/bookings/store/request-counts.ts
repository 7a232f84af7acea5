import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { day, minute } from '#platform/time/durations.ts'
import type { RequestState } from '../booking-request.ts'
import { expiryJob, stateNow } from './booking-requests.ts'
import type { InsightsPeriod } from './insights.ts'

/** How requests of a period ended, and how many wait now. */
export interface RequestCounts {
  readonly open: number
  readonly accepted: number
  readonly declined: number
  readonly expired: number
}

/** Of those that hosts have heard of: by when they were decided, or expired. */
export const countRequests = async (
  reader: Reader,
  { organizationId, membershipId, from, to }: Omit<InsightsPeriod, 'now'>,
): Promise<RequestCounts> => {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`
  let query = reader
    .selectFrom('booking_requests')
    .select([
      sql<number>`count(*) filter (where ${stateNow} = 'open')::integer`.as('open'),
      sql<number>`count(*) filter (where state = 'confirmed' and ${within('updated_at')})::integer`.as('accepted'),
      sql<number>`count(*) filter (where state = 'declined' and ${within('updated_at')})::integer`.as('declined'),
      sql<number>`count(*) filter (where case state when 'expired' then ${within('updated_at')} else ${stateNow} = 'expired' and ${within('expires_at')} end)::integer`.as(
        'expired',
      ),
    ])
    .where('organization_id', '=', organizationId)
    .where('waits_for', 'not in', ['email', 'offer'])
  if (membershipId !== undefined) query = query.where(sql<boolean>`hosts @> array[${membershipId}]`)
  return query.executeTakeFirstOrThrow()
}

const overdueMilliseconds = 15 * minute

/** Of all organizations, by their state; and those that have expired long ago, of which nobody was told. */
export const overviewOfRequests = async (
  reader: Reader,
): Promise<{ readonly states: Readonly<Record<RequestState, number>>; readonly overdue: number }> => {
  const rows = await reader
    .selectFrom('booking_requests')
    .select([
      stateNow.as('state'),
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`count(*) filter (where state = 'open' and expires_at < statement_timestamp() - make_interval(secs => ${overdueMilliseconds / 1000})
        and exists (select from jobs where jobs.kind = ${expiryJob} and jobs.subject_id = booking_requests.id))::integer`.as(
        'overdue',
      ),
    ])
    .groupBy(stateNow)
    .execute()
  const count = (state: RequestState): number => rows.find((row) => row.state === state)?.count ?? 0
  return {
    states: {
      ...{ open: count('open'), confirmed: count('confirmed'), declined: count('declined') },
      ...{ expired: count('expired'), withdrawn: count('withdrawn') },
    },
    overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
  }
}

/** Insights look back a year. */
const keptMilliseconds = 400 * day

/** A portion of those that were decided, or have expired, long ago. What became a meeting stays as the meeting. */
export const deleteOldRequests = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(
    tx,
    'booking_requests',
    'id',
    sql`greatest(updated_at, expires_at, ends_at) < ${new Date(now.getTime() - keptMilliseconds)}`,
  )
