import { sql } from 'kysely'
import type { Bucket } from '../limits/limiter.ts'
import type { Tally } from '../limits/window.ts'
import { minute } from '../time/durations.ts'
import type { Tx } from './database.ts'
import type { OwnConnection } from './own-connection.ts'
import { deletePortion } from './portions.ts'

/** Every window has its row if it is complete. If it is not, and `allowed`, nothing was counted. */
export interface CountedWindows extends Tally {
  readonly complete: boolean
}

// The current state of each asked window: running, or one that would start now. None lasts longer than its length from
// now.
const current = `
  asked as (
    select position, key, ceiling, $4::timestamptz + seconds * interval '1 second' as latest
    from unnest($1::text[], $2::integer[], $3::integer[]) with ordinality as asked (key, ceiling, seconds, position)
  ), current as (
    select asked.position, asked.key, asked.ceiling, held.key is not null as found,
      case when held.used > 0 and held.ends_at > $4 then held.used else 0 end as used,
      case when held.used > 0 and held.ends_at > $4 then least(held.ends_at, asked.latest) else asked.latest end as ends_at,
      held.used > 0 and held.ends_at > asked.latest as shortened
    from asked left join held on held.key = asked.key
  ), verdict as (
    select bool_and(found) as complete, bool_and(used < ceiling) as allowed from current
  )`

// The rows are locked in the order of their keys, and what others committed while we waited for one is what we see of
// it. Two requests for the same windows therefore come one after the other, and never wait for each other in a circle.
const countStatement = `
  with held as (
    select key, used, ends_at from rate_windows where key = any($1::text[]) order by key for update
  ), ${current}, counted as (
    update rate_windows set used = current.used + verdict.allowed::integer, ends_at = current.ends_at
    from current, verdict
    where rate_windows.key = current.key and verdict.complete and (verdict.allowed or current.shortened)
  )
  select complete, allowed, used + allowed::integer as used, ends_at from current, verdict order by position`

const peekStatement = `
  with held as (
    select key, used, ends_at from rate_windows where key = any($1::text[])
  ), ${current}
  select complete, allowed, used, ends_at from current, verdict order by position`

const addStatement = `
  insert into rate_windows (key, used, ends_at)
  select key, 0, $2::timestamptz from unnest($1::text[]) as key order by key
  on conflict (key) do nothing`

/**
 * For the connection that counts. Planning takes longer than counting, so one plan serves all, and it must not be a
 * scan chosen while the table was empty. What is written may be lost in a crash, so nobody waits for the disk.
 */
export const countingSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  synchronous_commit: 'off',
} as const

// Emptied and not deleted: a row that another request waits for stays where it is.
const endStatement = `
  with held as (select key from rate_windows where key = any($1::text[]) order by key for update)
  update rate_windows set used = 0 from held where rate_windows.key = held.key`

/** Counts one request in all windows, or in none when one is exhausted or has no row yet. */
export const countInWindows = (
  connection: OwnConnection,
  asked: readonly Bucket[],
  now: Date,
): Promise<CountedWindows> => ask(connection, 'rate_windows_count', countStatement, asked, now)

export const peekAtWindows = (
  connection: OwnConnection,
  asked: readonly Bucket[],
  now: Date,
): Promise<CountedWindows> => ask(connection, 'rate_windows_peek', peekStatement, asked, now)

/** A row that is there can be locked; one that is not, cannot. They are kept past their end, so this is rare. */
export const addWindows = async (connection: OwnConnection, asked: readonly Bucket[], now: Date): Promise<void> => {
  await connection.query('rate_windows_add', addStatement, [asked.map(({ key }) => key), now])
}

export const endWindows = async (connection: OwnConnection, asked: readonly Pick<Bucket, 'key'>[]): Promise<void> => {
  await connection.query('rate_windows_end', endStatement, [asked.map(({ key }) => key)])
}

interface Row {
  readonly complete: boolean
  readonly allowed: boolean
  readonly used: number
  readonly ends_at: Date
}

const ask = async (
  connection: OwnConnection,
  name: string,
  statement: string,
  asked: readonly Bucket[],
  now: Date,
): Promise<CountedWindows> => {
  const values = [
    asked.map(({ key }) => key),
    asked.map(({ limit }) => limit),
    asked.map(({ seconds }) => seconds),
    now,
  ]
  const rows = await connection.query<Row>(name, statement, values)
  const [first] = rows
  if (first === undefined) throw new Error('A request is limited by at least one bucket.')
  return {
    complete: first.complete,
    allowed: first.allowed,
    windows: rows.map(({ used, ends_at }) => ({ used, endsAt: ends_at.getTime() })),
  }
}

/**
 * Deletes windows that ended ten minutes ago or more, and says how many: until then a regular caller's row is used
 * again. It skips what is locked, so that it never stands in a request's way for long, nor in a circle of waiting.
 */
export const deleteEndedWindows = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, 'rate_windows', 'key', sql`ends_at <= ${new Date(now.getTime() - 10 * minute)}`)
