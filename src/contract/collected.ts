/**
 * A long list with its JSON, where JSON.stringify would be most of the work of a request. Items are built only if they
 * are read.
 */
export interface WrittenCollection<Item> {
  readonly items: readonly Item[]
  /** What JSON.stringify would make of the items. */
  readonly json: string
}

export type Collection<Item = unknown> = readonly Item[] | WrittenCollection<Item>

const isWritten = <Item>(collection: Collection<Item>): collection is WrittenCollection<Item> =>
  !Array.isArray(collection)

export const itemsOf = <Item>(collection: Collection<Item>): readonly Item[] =>
  isWritten(collection) ? collection.items : collection

/** The body of an answer. */
export const collectionJson = (collection: Collection): string =>
  `{"collection":${isWritten(collection) ? collection.json : JSON.stringify(collection)}}`
