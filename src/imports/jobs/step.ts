import type { Persons } from '#contract/persons.ts'
import type { Digests } from '#platform/crypto/digests.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Import, RecordKind } from '../import.ts'
import type { SourceClient } from '../providers/source-client.ts'
import { type Arrived, recordArrivals } from '../store/records.ts'

/** What a step reads with. No transaction is open. */
export interface Reading<Client = SourceClient> {
  readonly import: Import
  readonly client: Client
  readonly database: Pick<Database, 'reader'>
}

/** What a step writes with, in the transaction that also saves how far the import has come. */
export interface Saving {
  readonly tx: Tx
  readonly import: Import
  readonly organizationId: string
  readonly digests: Digests
  readonly persons: Persons
  readonly now: Date
  remark(sentence: string): void
}

/** A bounded piece of a step: read already, and ready to be written. */
export interface Portion {
  save(saving: Saving): Promise<void>
  /** Where the next portion begins; null when the step is done. */
  readonly next: string | null
  /** How many meetings were counted until now; only while they are counted. */
  readonly meetings?: number
}

export interface Step<Client = SourceClient> {
  read(reading: Reading<Client>, cursor: string | null): Promise<Portion>
}

/**
 * How many things of such requests each a portion holds. One that comes to the limit of the other side is read again from its beginning when that takes
 * more: so it is a quarter of what a minute takes.
 */
export const portionSize = (most: number, requestsEach: number, { perMinute }: Import): number =>
  perMinute === null ? most : Math.max(1, Math.min(most, Math.floor(perMinute / 4 / requestsEach)))

/** A list of the other side, a page for each portion. */
export const pages = <Item>(
  load: (reading: Reading, pageToken: string | undefined) => Promise<{ readonly items: readonly Item[]; readonly nextToken: string | null }>,
  save: (saving: Saving, items: readonly Item[]) => Promise<void>,
): Step => ({
  read: async (reading, cursor) => {
    const { items, nextToken } = await load(reading, cursor ?? undefined)
    return { save: (saving) => save(saving, items), next: nextToken }
  },
})

/** Notes things of the other side, and says what they are here. What they were read from decides whether they have changed. */
export const arrive = <Item>(
  { tx, import: current, digests }: Saving,
  kind: RecordKind,
  items: readonly Item[],
  idOf: (item: Item) => string,
  localIdOf: (item: Item) => string | undefined = () => undefined,
): Promise<ReadonlyMap<string, Arrived>> =>
  recordArrivals(
    tx,
    current,
    kind,
    items.map((item) => ({ foreignId: idOf(item), digest: digests.of('import', kind, JSON.stringify(item)), localId: localIdOf(item) })),
  )

/** The whole organization, or the one user whose token it is. */
export const reachQuery = ({ reach }: Import): Readonly<Record<string, string>> => (reach.isWhole ? { organization: reach.organization } : { user: reach.user })

export const idsOf = <Item>(items: readonly Item[], idOf: (item: Item) => string | null | undefined): string[] => [
  ...new Set(items.map(idOf).filter((id): id is string => typeof id === 'string' && id !== '')),
]
