import type { Page, PageRequest, SortTerm } from '#contract/page.ts'
import type { SearchTerm } from './search-term.ts'

/** The member who did something, as they are now; their name as it was then. */
export interface EntryActor {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly group: { readonly id: string; readonly name: string; readonly role: string } | null
}

/** One line of the log. */
export interface Entry {
  readonly id: string
  readonly occurredAt: Date
  readonly namespace: string
  readonly action: string
  readonly actorType: 'user' | 'invitee' | 'system'
  readonly actor: EntryActor | null
  readonly details: object
}

export interface EntryFilter {
  readonly search?: SearchTerm | undefined
  readonly userIds?: readonly string[] | undefined
  readonly namespaces?: readonly string[] | undefined
  readonly actions?: readonly string[] | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** More than these are not counted. */
export const maxCounted = 10_000

export const sortFields = ['action', 'actor.display_name', 'actor.uri', 'namespace', 'occurred_at'] as const
export type SortField = (typeof sortFields)[number] | 'id'

export interface SortKey {
  readonly field: SortField
  readonly ascending: boolean
}

/** The order of a list, down to the last doubt: by time, and within an instant by id. */
export const sortKeysOf = ({ order, from }: PageRequest): SortKey[] => {
  const [first] = order
  const direction: SortTerm['direction'] = first?.direction ?? 'desc'
  const fields = order.some(({ field }) => field === 'occurred_at') ? order : [...order, { field: 'occurred_at', direction }]
  return [...fields, { field: 'id', direction }].map((term) => ({
    field: term.field as SortField,
    ascending: (term.direction === 'asc') !== (from?.backward ?? false),
  }))
}

/** Texts are compared by their bytes, as the database does where it is told to. */
export const keyOf = (entry: Entry, field: SortField): string | number => {
  switch (field) {
    case 'id':
      return entry.id
    case 'occurred_at':
      return entry.occurredAt.getTime()
    case 'namespace':
      return entry.namespace
    case 'action':
      return entry.action
    case 'actor.uri':
      return entry.actor?.userId ?? nobody
    case 'actor.display_name':
      return entry.actor?.name ?? (entry.actorType === 'system' ? systemName : '')
  }
}

/** How the machine and its operator are called. */
export const systemName = 'Openslot System'

/** In the place of an account, where nobody with one did it. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))

/** Whether, and which way, two rows differ in this order. */
export const compareBy = (order: readonly SortKey[], one: readonly (string | number)[], other: readonly (string | number)[]): number => {
  for (const [place, { ascending }] of order.entries()) {
    const difference = compareKeys(one[place] ?? '', other[place] ?? '')
    if (difference !== 0) return ascending ? difference : -difference
  }
  return 0
}

const keysOf = (entry: Entry, order: readonly SortKey[]) => order.map(({ field }) => keyOf(entry, field))

/** A page of entries that were found in several places, each at most once, and none before the page begins. */
export const pageOf = (found: readonly Entry[], { size, from }: PageRequest, order: readonly SortKey[]): Page<Entry> => {
  const isBeyond = (entry: Entry): boolean => {
    if (!from) return true
    const difference = compareBy(order, keysOf(entry, order), from.keys)
    return difference > 0 || (from.inclusive && difference === 0)
  }
  const sorted = found.filter(isBeyond).sort((one, other) => compareBy(order, keysOf(one, order), keysOf(other, order)))
  const items = sorted.slice(0, size)
  const more = sorted.length > size
  if (from?.backward) items.reverse()
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) return emptyBeside(from)
  const before = { keys: keysOf(first, order), backward: true, inclusive: false }
  const behind = { keys: keysOf(last, order), backward: false, inclusive: false }
  return from?.backward
    ? { items, next: behind, previous: more ? before : undefined }
    : { items, next: more ? behind : undefined, previous: from ? before : undefined }
}

/** Everything from here on is gone, but the way back includes the row we came from. */
const emptyBeside = (from: PageRequest['from']): Page<Entry> => {
  if (!from) return { items: [], next: undefined, previous: undefined }
  const back = { keys: from.keys, backward: !from.backward, inclusive: !from.inclusive }
  return from.backward ? { items: [], next: back, previous: undefined } : { items: [], next: undefined, previous: back }
}
