import { type KyselyPlugin, type RootOperationNode, TableNode } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** Where a transaction fails: as soon as it wants to write a fact, after the change it tells of; or when all is done but the commit. */
export type Failing = 'at the fact' | 'at the end' | 'nowhere'

/** A database whose transactions fail where they are told to. */
export const faultyDatabase =
  (failing: { at: Failing }) =>
  (database: Database): Database => ({
    ...database,
    write: (work) =>
      database.write(async (tx) => {
        const result = await work(failing.at === 'at the fact' ? tx.withPlugin(failingInsertsInto('facts')) : tx)
        if (failing.at === 'at the end') throw new Error('The plug was pulled.')
        return result
      }),
  })

const failingInsertsInto = (table: string): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (insertsInto(node) === table) throw new Error('The plug was pulled.')
    return node
  },
  transformResult: async ({ result }) => result,
})

const insertsInto = (node: RootOperationNode): string | undefined => {
  if (node.kind !== 'InsertQueryNode' || !node.into || !TableNode.is(node.into)) return undefined
  return node.into.table.identifier.name
}
