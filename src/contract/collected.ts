import { bytesOf, type Written } from '#platform/written.ts'

/**
 * A long list that knows how to write its own JSON. For hundreds of items JSON.stringify would be most of the work of a
 * request; the items themselves are built only if somebody reads `items`.
 */
export interface Collected<Item> {
  readonly items: readonly Item[]
  /** What JSON.stringify would write; with `isQuoted`, escaped to stand inside a JSON string. */
  write(isQuoted?: boolean): Written
}

export type Collection<Item = unknown> = readonly Item[] | Collected<Item>

const isCollected = <Item>(collection: Collection<Item>): collection is Collected<Item> => !Array.isArray(collection)

export const itemsOf = <Item>(collection: Collection<Item>): readonly Item[] => (isCollected(collection) ? collection.items : collection)

/** The body of an answer, in pieces. */
export const collectionJson = (collection: Collection): readonly (string | Written)[] =>
  isCollected(collection) ? ['{"collection":', collection.write(), '}'] : [JSON.stringify({ collection })]

/** The same, as one JSON string: MCP sends its answers so. */
export const quotedCollectionJson = (collection: Collection): readonly (string | Written)[] =>
  isCollected(collection) ? ['"{\\"collection\\":', collection.write(true), '}"'] : [JSON.stringify(JSON.stringify({ collection }))]

/** For tests: whether what writes itself does it right. */
export const isWrittenRight = (collection: Collection): boolean => {
  const plain = JSON.stringify({ collection: itemsOf(collection) })
  return bytesOf(...collectionJson(collection)).toString() === plain && bytesOf(...quotedCollectionJson(collection)).toString() === JSON.stringify(plain)
}
