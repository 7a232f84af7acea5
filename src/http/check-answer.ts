import { isDeepStrictEqual } from 'node:util'
import { type Collection, collectionJson, itemsOf } from '#contract/collected.ts'
import type { Operation } from '#execution/operation.ts'
import type { OperationResult } from '#execution/perform.ts'

/**
 * For tests. The schema drops what it does not know; an answer that is not the same afterwards has a key that is not
 * declared.
 */
export const checkAnswer = (operation: Operation, performed: OperationResult): void => {
  const isCollection = operation.kind === 'collection' && 'result' in performed
  const results =
    'listing' in performed
      ? performed.listing.items
      : isCollection
        ? itemsOf(performed.result as Collection)
        : [performed.result]
  for (const result of results) {
    if (!isDeepStrictEqual(operation.output.parse(result), result))
      throw new Error(`${operation.name} answers with something that its schema does not declare.`)
  }
  if (isCollection && collectionJson(performed.result as Collection) !== JSON.stringify({ collection: results }))
    throw new Error(`${operation.name} writes its items otherwise than JSON.stringify.`)
}
