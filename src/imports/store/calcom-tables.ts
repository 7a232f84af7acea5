import { ForeignPostgres } from '#platform/db/foreign-postgres.ts'
import type { Row } from '../calcom/values.ts'
import { remarkOf } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'

/** They are not even asked for. */
const secrets = ['password', 'twoFactorSecret', 'backupCodes', 'secret', 'identityProviderId', 'oneTimePassword', 'key']

/** Of what belongs to a page of others: attendees of bookings, hosts of types. */
const maxRows = 50_000

/** The tables of a Cal.com. Rows come whole, so that a column that a version does not have is just not there. */
export class CalcomTables {
  readonly #database: ForeignPostgres
  /** Each table, and whether our role may read it. */
  readonly #tables: ReadonlyMap<string, boolean>

  private constructor(database: ForeignPostgres, tables: ReadonlyMap<string, boolean>) {
    this.#database = database
    this.#tables = tables
  }

  static async open(url: string): Promise<CalcomTables> {
    const database = await translated(() => ForeignPostgres.open(url))
    try {
      const rows = await translated(() =>
        database.query<{ name: string; readable: boolean }>(
          `select relname::text as name, bool_or(pg_table_is_visible(oid) and has_table_privilege(oid, 'select')) as readable
           from pg_class
           where relkind in ('r', 'p', 'v') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
           group by relname`,
        ),
      )
      return new CalcomTables(database, new Map(rows.map(({ name, readable }) => [name, readable])))
    } catch (error) {
      await database.close()
      throw error
    }
  }

  /** It exists, and our role may read it. */
  has(table: string): boolean {
    return this.#tables.get(table) === true
  }

  /** It exists, and our role may not read it. */
  isClosed(table: string): boolean {
    return this.#tables.get(table) === false
  }

  async count(table: string): Promise<number> {
    if (!this.has(table)) return 0
    return (await this.#query<{ count: number }>(`select count(*)::integer as count from "${table}"`))[0]?.count ?? 0
  }

  /** How many rows have a value there; none where there is no such column. */
  async countWith(table: string, column: string): Promise<number> {
    if (!this.has(table)) return 0
    const text = `select count(*)::integer as count from "${table}" as given where to_jsonb(given) ->> $1 is not null`
    return (await this.#query<{ count: number }>(text, [column]))[0]?.count ?? 0
  }

  /** In the order of their ids. */
  page(table: string, after: string | null, limit: number): Promise<Row[]> {
    const condition = after === null ? '' : `where id > ${/^\d+$/.test(after) ? Number(after) : '$2'}`
    const values = after === null || /^\d+$/.test(after) ? [limit] : [limit, after]
    return this.#rows(table, `${condition} order by id limit $1`, values)
  }

  /** The rows that belong to others, in the order in which they were made. */
  related(table: string, column: string, ids: readonly number[]): Promise<Row[]> {
    if (ids.length === 0) return Promise.resolve([])
    return this.#rows(table, `where "${column}" = any($1::integer[]) order by ctid`, [ids])
  }

  all(table: string): Promise<Row[]> {
    return this.#rows(table, '', [])
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  async #rows(table: string, rest: string, values: readonly unknown[]): Promise<Row[]> {
    if (!this.has(table)) return []
    const without = secrets.map((name) => `- '${name}'`).join(' ')
    const rows = await this.#query<{ row: string }>(
      `select (to_jsonb(given) ${without})::text as row from "${table}" as given ${rest}${rest.includes('limit') ? '' : ` limit ${maxRows + 1}`}`,
      values,
    )
    if (rows.length > maxRows)
      throw new SourceFault('oversized', remarkOf('database_too_many', { table, count: maxRows }))
    return rows.map(({ row }) => JSON.parse(row) as Row)
  }

  #query<Found extends object>(text: string, values: readonly unknown[] = []): Promise<Found[]> {
    return translated(() => this.#database.query<Found>(text, values))
  }
}

const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error as Error & { code?: string })
  }
}

const faultOf = ({ code = '', message }: Error & { code?: string }): SourceFault => {
  if (code === '28P01' || code === '28000') return new SourceFault('unauthorized', 'database_credentials')
  if (code === '3D000') return new SourceFault('missing', 'database_missing')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new SourceFault('refused', 'database_unknown_name')
  if (code === '42501') return new SourceFault('forbidden', 'database_forbidden')
  if (
    ['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(code) ||
    message.includes('timeout expired')
  )
    return new SourceFault('away', 'database_unreachable')
  if (/^42/.test(code)) return new SourceFault('refused', remarkOf('database_unknown_format', { what: message }))
  return new SourceFault('away', remarkOf('database_unreadable', { code: code || message }))
}
