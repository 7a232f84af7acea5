import type { Persons } from '#contract/persons.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Digests } from '#platform/crypto/digests.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { cleanLine } from '../calendly/clean.ts'
import { foreignId } from '../calendly/foreign.ts'
import type { Import, RecordKind } from '../import.ts'
import type { SourceClient } from '../providers/source-client.ts'
import type { Remark, RemarkCode } from '../remark.ts'
import { type Arrived, recordArrivals } from '../store/records.ts'
import { type ImportedRow, type ImportedTable, putRows, withSavepoint } from '../store/rows.ts'

/** What a step reads with. No transaction is open. */
export interface ReadContext<Client = SourceClient> {
  readonly import: Import
  readonly client: Client
  readonly database: Pick<Database, 'reader'>
}

/** What a step writes with, in the transaction that also saves how far the import has come. */
export interface SaveContext {
  readonly tx: Tx
  readonly import: Import
  readonly organizationId: string
  readonly digests: Digests
  readonly persons: Persons
  readonly codes: Codes
  readonly now: Date
  remark(code: RemarkCode, values?: Remark['values']): void
  /** So many records came for the first time in this run. */
  noteFresh(count: number): void
}

/** A bounded piece of a step: read already, and ready to be written. */
export interface Portion {
  save(saving: SaveContext): Promise<void>
  /** Where the next portion begins; null when the step is done. */
  readonly next: string | null
  /** How many meetings were counted until now; only while they are counted. */
  readonly meetings?: number
}

export interface Step<Client = SourceClient> {
  read(context: ReadContext<Client>, cursor: string | null): Promise<Portion>
}

/**
 * How many things of such requests each a portion holds. One that comes to the limit of the other side is read again
 * from its beginning when that takes more: so it is a quarter of what a minute takes.
 */
export const portionSize = (most: number, requestsEach: number, { perMinute }: Import): number =>
  perMinute === null ? most : Math.max(1, Math.min(most, Math.floor(perMinute / 4 / requestsEach)))

/**
 * Saves a page of things together. If the database refuses one of them, they are saved one by one: those that it
 * refuses stay out, and are named by their ids.
 */
export const saveEach = async <Item>(
  saving: SaveContext,
  items: readonly Item[],
  idOf: (item: Item) => string,
  save: (saving: SaveContext, items: readonly Item[]) => Promise<void>,
): Promise<void> => {
  if (items.length === 0 || (await isSaved(saving, (own) => save(own, items)))) return
  for (const item of items)
    if (!(await isSaved(saving, (own) => save(own, [item]))))
      saving.remark('record_not_saved', { id: cleanLine(foreignId(idOf(item)), 100, 'without an id') })
}

/** What is remarked and counted on the way counts only when all of it was saved. */
const isSaved = async (saving: SaveContext, save: (own: SaveContext) => Promise<void>): Promise<boolean> => {
  const remarks: Parameters<SaveContext['remark']>[] = []
  let fresh = 0
  const isDone = await withSavepoint(saving.tx, () =>
    save({
      ...saving,
      remark: (...remark) => void remarks.push(remark),
      noteFresh: (count) => {
        fresh += count
      },
    }),
  )
  if (!isDone) return false
  for (const remark of remarks) saving.remark(...remark)
  saving.noteFresh(fresh)
  return true
}

/** A list of the other side, a page for each portion. */
export const pages = <Item extends { readonly uri: string }>(
  load: (
    context: ReadContext,
    pageToken: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextToken: string | null }>,
  save: (saving: SaveContext, items: readonly Item[]) => Promise<void>,
): Step => ({
  read: async (reading, cursor) => {
    const { items, nextToken } = await load(reading, cursor ?? undefined)
    return { save: (saving) => saveEach(saving, items, ({ uri }) => uri, save), next: nextToken }
  },
})

/**
 * Notes things of the other side, and says what they are here. What they were read from decides whether they have
 * changed.
 */
export const arrive = async <Item>(
  { tx, import: current, digests, noteFresh, remark }: SaveContext,
  kind: RecordKind,
  items: readonly Item[],
  idOf: (item: Item) => string,
  localIdOf: (item: Item) => string | undefined = () => undefined,
): Promise<ReadonlyMap<string, Arrived>> => {
  const arrived = await recordArrivals(
    tx,
    current,
    kind,
    items.map((item) => ({
      foreignId: idOf(item),
      digest: digests.of('import', kind, JSON.stringify(item)),
      localId: localIdOf(item),
    })),
  )
  noteFresh([...arrived.values()].filter(({ isFresh }) => isFresh).length)
  if ([...arrived.values()].some(({ isOthers }) => isOthers)) remark('other_source')
  return arrived
}

/** Writes rows; those that belong to something else here stay as they are. */
export const put = async (
  { tx, organizationId, remark }: SaveContext,
  table: ImportedTable,
  rows: readonly ImportedRow[],
  onlyNew: readonly string[] = [],
): Promise<void> => {
  const refused = await putRows(tx, organizationId, table, rows, onlyNew)
  if (refused > 0) remark('belongs_elsewhere', { kind: table })
}

/** The whole organization, or the one user whose token it is. */
export const reachQuery = ({ reach }: Import): Readonly<Record<string, string>> =>
  reach.isWhole ? { organization: reach.organization } : { user: reach.user }

export const idsOf = <Item>(items: readonly Item[], idOf: (item: Item) => string | null | undefined): string[] => [
  ...new Set(items.map(idOf).filter((id): id is string => typeof id === 'string' && id !== '')),
]
