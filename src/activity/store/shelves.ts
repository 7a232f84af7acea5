import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { keptUnder, packed, shelfSize } from '../shelf.ts'
import { wordsBegin } from '../words.ts'
import { lockHeads } from './chains.ts'

/** A place in the order of time. */
export interface TimeKey {
  readonly at: Date
  readonly id: string
}

export interface Shelf {
  readonly number: number
  readonly first: TimeKey
  readonly last: TimeKey
  readonly entries: number
}

/** New entries are left alone for a while: one that comes late takes down every shelf behind it. */
const leftAlone = 128

/** An organization whose log has grown by another shelf. */
export const findUnshelved = async (reader: Reader, size = shelfSize, spare = leftAlone): Promise<string | undefined> => {
  const found = await reader
    .selectFrom('activity_chains')
    .select('organization_id as organizationId')
    .where(sql<boolean>`position - shelved >= ${size + spare}`)
    .limit(1)
    .executeTakeFirst()
  return found?.organizationId
}

/** Puts the oldest entries that are on no shelf yet on the next one. Whoever writes to the log waits. */
export const fillShelf = async (tx: Tx, organizationId: string, size = shelfSize): Promise<void> => {
  await lockHeads(tx, [organizationId])
  const before = await tx
    .selectFrom('activity_shelves')
    .select(['number', 'last_at as lastAt', 'last_id as lastId'])
    .where('organization_id', '=', organizationId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const entries = await tx
    .selectFrom('activity_log')
    .select(['fact_id as id', 'occurred_at as at', sql<string>`words::text`.as('words')])
    .where('organization_id', '=', organizationId)
    .$if(before !== undefined, (query) => query.where(sql<boolean>`(occurred_at, fact_id) > (${before?.lastAt}::timestamptz, ${before?.lastId}::uuid)`))
    .orderBy('occurred_at')
    .orderBy('fact_id')
    .limit(size)
    .execute()
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) return
  const number = (before?.number ?? 0) + 1
  const factIds = Buffer.from(entries.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex')
  await sql`
    insert into activity_shelves (organization_id, number, first_at, first_id, last_at, last_id, entries, fact_ids)
    values (${organizationId}, ${number}, ${first.at}, ${first.id}, ${last.at}, ${last.id}, ${entries.length}, ${factIds})`.execute(tx)
  const kept = [...placesByKey(organizationId, entries)].sort(([one], [other]) => (one < other ? -1 : 1))
  await sql`
    insert into activity_shelf_words (organization_id, number, word, places)
    select ${organizationId}, ${number}, word, places
    from unnest(${kept.map(([word]) => word)}::text[], ${kept.map(([, offsets]) => packed(offsets))}::bytea[]) as kept (word, places)`.execute(tx)
  await sql`update activity_chains set shelved = shelved + ${entries.length} where organization_id = ${organizationId}`.execute(tx)
}

const placesByKey = (organizationId: string, entries: readonly { readonly words: string }[]): Map<string, number[]> => {
  const byKey = new Map<string, number[]>()
  for (const [offset, { words }] of entries.entries()) {
    for (const key of keptUnder(wordsFrom(words, wordsBegin(organizationId)))) {
      const offsets = byKey.get(key)
      if (offsets) offsets.push(offset)
      else byKey.set(key, [offset])
    }
  }
  return byKey
}

// As PostgreSQL writes a vector. There is no quote in a word of ours.
const lexemeForm = /'([^']*)'(?::([\d,]+))?/g

const wordsFrom = (vector: string, beginning: string): { word: string; places: number[] }[] =>
  Array.from(vector.matchAll(lexemeForm), ([, lexeme = '', places = '']) => ({
    word: lexeme.slice(beginning.length),
    places: places === '' ? [] : places.split(',').map(Number),
  }))

/** Entries have come that are older than what stands on shelves: those from there on are filled anew. Called by who holds the chain. */
export const takeDownShelves = async (tx: Tx, oldest: ReadonlyMap<string, Date>): Promise<void> => {
  await sql`
    with down as (
      delete from activity_shelves as shelf using unnest(${[...oldest.keys()]}::uuid[], ${[...oldest.values()]}::timestamptz[]) as come (organization_id, at)
      where shelf.organization_id = come.organization_id and shelf.last_at >= come.at
      returning shelf.organization_id, shelf.entries
    )
    update activity_chains set shelved = shelved - gone.entries, taken_down = taken_down + 1
    from (select organization_id, sum(entries) as entries from down group by 1) as gone
    where activity_chains.organization_id = gone.organization_id`.execute(tx)
}

/** The shelves of an organization from the oldest to the newest, and how often some were taken down so far. */
export const listShelves = async (reader: Reader, organizationId: string): Promise<{ readonly shelves: readonly Shelf[]; readonly takenDown: number }> => {
  const rows = await reader
    .selectFrom('activity_chains as chain')
    .leftJoin('activity_shelves as shelf', 'shelf.organization_id', 'chain.organization_id')
    .select(['chain.taken_down as takenDown', 'number', 'first_at as firstAt', 'first_id as firstId', 'last_at as lastAt', 'last_id as lastId', 'entries'])
    .where('chain.organization_id', '=', organizationId)
    .orderBy('number')
    .execute()
  const shelves = rows.flatMap(({ number, firstAt, firstId, lastAt, lastId, entries }): Shelf[] =>
    number === null || !firstAt || !firstId || !lastAt || !lastId || !entries
      ? []
      : [{ number, first: { at: firstAt, id: firstId }, last: { at: lastAt, id: lastId }, entries }],
  )
  return { shelves, takenDown: rows[0]?.takenDown ?? 0 }
}
