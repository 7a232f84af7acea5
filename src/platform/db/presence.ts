import type { OwnConnection } from './own-connection.ts'

// An advisory lock of the two-number kind; the migrations' lock is of the other.
const lockSpace = 7203
const lockNumber = 115

/**
 * For a connection that a server process keeps: it holds a share of one lock for as long as it lives, even if the process
 * ends without a word, and the others are told of each newcomer at once.
 */
export const presenceGreeting = `select pg_advisory_lock_shared(${lockSpace}, ${lockNumber}); listen openslot_servers; notify openslot_servers`

const countStatement = `
  select count(*)::integer as servers from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${lockSpace} and objid = ${lockNumber} and objsubid = 2 and granted`

/** How many server processes live on this database, this one among them. */
export const countServers = async (connection: OwnConnection): Promise<number> => {
  const [row] = await connection.query<{ servers: number }>('count_servers', countStatement, [])
  return row?.servers ?? 0
}
