import { type InsertQueryNode, type KyselyPlugin, RawNode, sql, TableNode } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/**
 * Where a transaction fails: as soon as it wants to write a fact, after the change it tells of; or when all is done but
 * the commit.
 */
export type Failing = 'at the fact' | 'at the end' | 'nowhere'

/** A database whose transactions fail at a chosen point. */
export const faultyDatabase =
  (failing: { at: Failing }) =>
  (database: Database): Database => ({
    ...database,
    write: (work) =>
      database.write(async (tx) => {
        // The commit itself fails: see `watching-changes.sql`.
        if (failing.at === 'at the end') await sql`select set_config('openslot.test_fails', 'yes', true)`.execute(tx)
        return work(failing.at === 'at the fact' ? tx.withPlugin(failingInsertsInto('facts')) : tx)
      }),
  })

const failingInsertsInto = (table: string): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (insertsInto(table, node)) throw new Error('The plug was pulled.')
    return node
  },
  transformResult: async ({ result }) => result,
})

/** As a statement of its own, or as a part of another. */
const insertsInto = (table: string, part: unknown): boolean => {
  if (part === null || typeof part !== 'object')
    return typeof part === 'string' && new RegExp(`insert into ${table}\\b`).test(part)
  const { kind, into } = part as Partial<InsertQueryNode>
  if (kind === 'InsertQueryNode' && into && TableNode.is(into) && into.table.identifier.name === table) return true
  if (RawNode.is(part as RawNode) && isRawInsert(table, part as RawNode)) return true
  return Object.values(part).some((inner) => insertsInto(table, inner))
}

/** `insertRows` names the table in a node behind the text. */
const isRawInsert = (table: string, { sqlFragments, parameters }: RawNode): boolean =>
  sqlFragments.some(
    (text, index) => text.endsWith('insert into ') && JSON.stringify(parameters[index]).includes(`"name":"${table}"`),
  )
