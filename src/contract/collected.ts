import { bytesOf, type Written } from '#platform/written.ts'

/**
 * Hundreds of items, of which JSON.stringify would be most of the work: they write themselves, and each is made only for
 * whoever looks at it.
 */
export interface Collected<Item> {
  readonly items: readonly Item[]
  /** As JSON.stringify would write them. Quoted, it is what stands between the quotes where that JSON is itself a text in JSON. */
  write(isQuoted?: boolean): Written
}

export type Collection<Item = unknown> = readonly Item[] | Collected<Item>

const isCollected = <Item>(collection: Collection<Item>): collection is Collected<Item> => !Array.isArray(collection)

export const itemsOf = <Item>(collection: Collection<Item>): readonly Item[] => (isCollected(collection) ? collection.items : collection)

/** The body of an answer, in pieces. */
export const collectionJson = (collection: Collection): readonly (string | Written)[] =>
  isCollected(collection) ? ['{"collection":', collection.write(), '}'] : [JSON.stringify({ collection })]

/** The same as a text within JSON. */
export const quotedCollectionJson = (collection: Collection): readonly (string | Written)[] =>
  isCollected(collection) ? ['"{\\"collection\\":', collection.write(true), '}"'] : [JSON.stringify(JSON.stringify({ collection }))]

/** For tests: whether what writes itself does it right. */
export const isWrittenRight = (collection: Collection): boolean => {
  const plain = JSON.stringify({ collection: itemsOf(collection) })
  return bytesOf(...collectionJson(collection)).toString() === plain && bytesOf(...quotedCollectionJson(collection)).toString() === JSON.stringify(plain)
}
