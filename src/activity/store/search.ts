import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import { type EntryFilter, maxCounted, nobody } from '../entry.ts'
import type { SearchTerm } from '../search-term.ts'
import {
  bitmapBytes,
  countOf,
  either,
  findOnShelf,
  keysOf,
  none,
  offsetsIn,
  type Places,
  placesAt,
  type ShelfKey,
  shelfSize,
  unpacked,
  within,
} from '../shelf.ts'
import type { Shelf, TimeKey } from './shelves.ts'

export interface Search {
  readonly organizationId: string
  readonly term: SearchTerm
  /** Whether an entry has it, for those of which a shelf alone cannot tell. */
  readonly has: RawBuilder<unknown>
  readonly filter: Pick<EntryFilter, 'from' | 'to'>
  readonly ascending: boolean
  /** Where the page begins, if it is not the first. */
  readonly beyond: { readonly key: TimeKey; readonly inclusive: boolean } | undefined
  /** So many are to be named. */
  readonly wanted: number
}

/** An entry on a shelf. */
export interface ShelfPlace {
  readonly number: number
  readonly offset: number
}

export interface FoundOnShelves {
  /** How many there are; when it is more than are counted, not all were. */
  readonly total: number
  readonly picks: readonly ShelfPlace[]
}

/** Goes along the shelves from where the page begins, until there are enough for the page and more than are counted; then to the others. */
export const searchShelves = async (reader: Reader, shelves: readonly Shelf[], search: Search): Promise<FoundOnShelves> => {
  const { term, ascending, wanted } = search
  const keys = uniqueKeys(keysOf(term))
  const { all, page } = await rangesOf(reader, shelves, search)
  const isOnPage = overlapping(page)
  const order = shelves.map((shelf, index) => ({ ...shelf, index })).filter(overlapping(all))
  if (!ascending) order.reverse()
  const first = order.filter(isOnPage)
  const visits = [...first, ...order.filter((shelf) => !isOnPage(shelf))]

  let total = 0
  let seen = 0
  const picks: ShelfPlace[] = []
  for (const batch of batchesOf(visits)) {
    const numbers = batch.map(({ number }) => number)
    const looks = await lookUp(reader, search.organizationId, numbers, keys)
    for (const { index, number, entries } of batch) {
      const { sure, doubtful } = findOnShelf(term, (key) => looks.get(`${number} ${nameOf(key)}`) ?? none)
      const cut = (places: Places, { from, to }: Range): Places => within(places, from - index * shelfSize, Math.min(to - index * shelfSize, entries))
      const unknown = offsetsIn(cut(doubtful, all))
      const found = either(cut(sure, all), unknown.length === 0 ? none : await confirm(reader, search, number, unknown))
      total += countOf(found)
      if (picks.length < wanted && isOnPage({ index })) {
        const offsets = offsetsIn(cut(found, page))
        if (!ascending) offsets.reverse()
        picks.push(...offsets.slice(0, wanted - picks.length).map((offset) => ({ number, offset })))
      }
      seen += 1
      if (total > maxCounted && (picks.length === wanted || seen >= first.length)) return { total, picks }
    }
  }
  return { total, picks }
}

/** From one place up to another: the number of the shelf among all of them, times the size of a shelf, and the offset on it. */
interface Range {
  readonly from: number
  readonly to: number
}

const overlapping =
  ({ from, to }: Range) =>
  ({ index }: { readonly index: number }): boolean =>
    index * shelfSize < to && (index + 1) * shelfSize > from

/** What everybody has is found on a few shelves; what hardly anybody has is looked for on all of them, with few questions. */
const batchesOf = <One>(all: readonly One[]): One[][] => {
  const batches: One[][] = []
  for (let from = 0, size = 64; from < all.length; from += size, size *= 16) batches.push(all.slice(from, from + size))
  return batches
}

const nameOf = ({ word, isPrefix }: ShelfKey): string => (isPrefix ? `${word} *` : word)

const uniqueKeys = (keys: readonly ShelfKey[]): ShelfKey[] => [...new Map(keys.map((key) => [nameOf(key), key])).values()]

const behindAll = '\u{10ffff}'

/** What is kept under each of the keys, on the shelves from one number to another. */
const lookUp = async (reader: Reader, organizationId: string, numbers: readonly number[], keys: readonly ShelfKey[]): Promise<ReadonlyMap<string, Places>> => {
  // In one row for each shelf and kind, however many words begin so.
  const kept = (where: RawBuilder<unknown>) => sql`cross join lateral (
    select number, octet_length(places) = ${sql.lit(bitmapBytes)} as "areBits", string_agg(places, '') as places from activity_shelf_words
    where organization_id = ${organizationId} and ${where} and number between ${Math.min(...numbers)} and ${Math.max(...numbers)} group by 1, 2
  ) as kept`
  const words = keys.filter(({ isPrefix }) => !isPrefix).map(({ word }) => word)
  const prefixes = keys.filter(({ isPrefix }) => isPrefix).map(({ word }) => word)
  const rows = await reader
    .selectFrom(
      sql<{ number: number; name: string; areBits: boolean; places: Buffer }>`(
        select number, wanted.word as name, "areBits", places from unnest(${words}::text[]) as wanted (word) ${kept(sql`word = wanted.word`)}
        union all
        select number, wanted.word || ' *', "areBits", places from unnest(${prefixes}::text[]) as wanted (word)
        ${kept(sql`word >= wanted.word and word < wanted.word || ${behindAll}`)}
      )`.as('found'),
    )
    .select(['number', 'name', 'areBits', 'places'])
    .execute()
  const looks = new Map<string, Places>()
  for (const { number, name, areBits, places } of rows) {
    const key = `${number} ${name}`
    looks.set(key, either(looks.get(key) ?? none, unpacked(places, areBits)))
  }
  return looks
}

/** The entries that some of a shelf are, by their places on it. */
export const factIdsOf = (organizationId: string, picks: readonly ShelfPlace[]): RawBuilder<unknown> => sql`
  select encode(substring(shelf.fact_ids from pick.place * 16 + 1 for 16), 'hex')::uuid as id, pick.place
  from unnest(${picks.map(({ number }) => number)}::integer[], ${picks.map(({ offset }) => offset)}::integer[]) as pick (number, place)
  join activity_shelves as shelf on shelf.organization_id = ${organizationId} and shelf.number = pick.number`

const confirm = async (reader: Reader, { organizationId, has }: Search, number: number, offsets: readonly number[]): Promise<Places> => {
  const picks = offsets.map((offset) => ({ number, offset }))
  const rows = await reader
    .selectFrom(
      sql<{ place: number }>`(
        select picked.place from (${factIdsOf(organizationId, picks)}) as picked join activity_log as log on log.fact_id = picked.id where ${has}
      )`.as('confirmed'),
    )
    .select('place')
    .execute()
  return placesAt(rows.map(({ place }) => place))
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** All that is asked for by time, and of that what the page may have. */
const rangesOf = async (
  reader: Reader,
  shelves: readonly Shelf[],
  { organizationId, filter, ascending, beyond }: Search,
): Promise<{ all: Range; page: Range }> => {
  const edges = {
    from: filter.from && edgeAt(shelves, { at: filter.from, id: nobody }, false),
    to: filter.to && edgeAt(shelves, { at: filter.to, id: lastId }, true),
    beyond: beyond && edgeAt(shelves, beyond.key, ascending !== beyond.inclusive),
  }
  const ranks = await rankAll(reader, organizationId, edges)
  const all = { from: ranks.from ?? 0, to: ranks.to ?? shelves.length * shelfSize }
  if (ranks.beyond === undefined) return { all, page: all }
  return { all, page: ascending ? { from: Math.max(all.from, ranks.beyond), to: all.to } : { from: all.from, to: Math.min(all.to, ranks.beyond) } }
}

/** Where the order of time is cut: in front of a shelf, or somewhere on it. */
type Edge = { readonly before: number } | { readonly before: number; readonly on: Shelf; readonly key: TimeKey; readonly isIncluded: boolean }

const isBefore = (one: TimeKey, other: TimeKey): boolean =>
  one.at.getTime() < other.at.getTime() || (one.at.getTime() === other.at.getTime() && one.id < other.id)

const edgeAt = (shelves: readonly Shelf[], key: TimeKey, isIncluded: boolean): Edge => {
  const index = shelves.findIndex(({ last }) => !isBefore(last, key))
  const shelf = shelves[index]
  if (!shelf) return { before: shelves.length * shelfSize }
  return isBefore(key, shelf.first) ? { before: index * shelfSize } : { before: index * shelfSize, on: shelf, key, isIncluded }
}

/** How many places there are before each edge. */
const rankAll = async <Name extends string>(
  reader: Reader,
  organizationId: string,
  edges: Readonly<Record<Name, Edge | undefined>>,
): Promise<Partial<Record<Name, number>>> => {
  const given = (Object.entries(edges) as [Name, Edge | undefined][]).flatMap(([name, edge]) => (edge ? [{ name, edge }] : []))
  const open = given.flatMap(({ name, edge }) => ('on' in edge ? [{ name, edge }] : []))
  const counted: Readonly<Record<string, unknown>> =
    open.length === 0
      ? {}
      : await reader
          .selectNoFrom(
            open.map(({ name, edge: { on, key, isIncluded } }) =>
              sql<number>`(select count(*)::integer from activity_log where organization_id = ${organizationId}
                and (occurred_at, fact_id) >= (${on.first.at}::timestamptz, ${on.first.id}::uuid)
                and (occurred_at, fact_id) ${sql.raw(isIncluded ? '<=' : '<')} (${key.at}::timestamptz, ${key.id}::uuid))`.as(name),
            ),
          )
          .executeTakeFirstOrThrow()
  return Object.fromEntries(given.map(({ name, edge }) => [name, edge.before + Number(counted[name] ?? 0)])) as Partial<Record<Name, number>>
}
