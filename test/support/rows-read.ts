import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { readerThrough } from '#platform/db/dialect.ts'
import type { Tables } from '#schema/tables.ts'

export interface RanStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A database that notes every statement its reader runs. */
export const noting = (database: Database, statements: RanStatement[]): Database => ({
  ...database,
  reader: readerThrough(async (query) => {
    statements.push(query)
    return (database.reader as Kysely<Tables>).executeQuery(query)
  }),
})

/**
 * How many rows a statement reads when it runs again, filtered ones and the pairs of a nested loop included. With the
 * plan for unknown values too, because PostgreSQL changes to that one after a few runs; the larger number counts.
 */
export const rowsReadBy = async (database: Database, { sql, parameters }: RanStatement): Promise<number> => {
  const reader = database.reader as Kysely<Tables>
  const query = {
    sql: `explain (analyze, format json, timing off) ${sql}`,
    parameters,
    query: { kind: 'RawNode' },
    queryId: { queryId: '' },
  }
  const { rows } = await reader.executeQuery<{ 'QUERY PLAN': string | readonly { Plan: PlanNode }[] }>(
    query as unknown as CompiledQuery<never>,
  )
  const said = rows[0]?.['QUERY PLAN']
  const [plan] = (typeof said === 'string' ? JSON.parse(said) : said) as { Plan: PlanNode }[]
  return plan ? rowsIn(plan.Plan) : 0
}

const rowsIn = (node: PlanNode): number => {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const own =
    node['Relation Name'] !== undefined || removed > 0 ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsIn(child), 0)
}
