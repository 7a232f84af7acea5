/**
 * Hundreds of items, of which JSON.stringify would be most of the work: they write themselves, and each is made only for
 * whoever looks at it.
 */
export interface Collected<Item> {
  readonly items: readonly Item[]
  /** As JSON.stringify would write them. Quoted, it is what stands between the quotes where that JSON is itself a text in JSON. */
  write(before: string, after: string, isQuoted?: boolean): Buffer
}

export type Collection<Item = unknown> = readonly Item[] | Collected<Item>

const isCollected = <Item>(collection: Collection<Item>): collection is Collected<Item> => !Array.isArray(collection)

export const itemsOf = <Item>(collection: Collection<Item>): readonly Item[] => (isCollected(collection) ? collection.items : collection)

/** The body of an answer. */
export const collectionJson = (collection: Collection): string | Buffer =>
  isCollected(collection) ? collection.write('{"collection":', '}') : JSON.stringify({ collection })

/** The same as a text in JSON, where it is cheaper to write than to make of the body. */
export const quotedCollectionJson = (collection: Collection): string | undefined =>
  isCollected(collection) ? collection.write('"{\\"collection\\":', '}"', true).toString() : undefined

/** For tests: whether what writes itself does it right. */
export const isWrittenRight = (collection: Collection): boolean => {
  const plain = JSON.stringify({ collection: itemsOf(collection) })
  const quoted = quotedCollectionJson(collection)
  return collectionJson(collection).toString() === plain && (quoted === undefined || quoted === JSON.stringify(plain))
}
