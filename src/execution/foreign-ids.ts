/** What came in, by where it stood. The path wins over the body, and the body over the query. */
export interface RawInput {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  /** The path as it was written, which says of what kind each of its ids is. */
  readonly address?: string
}

/** By an id of another service: what it is here, for each kind of thing that has it. */
export type Aliases = ReadonlyMap<string, ReadonlyMap<string, string>>

const maxCandidates = 50
const idForm = /^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/
const maxLength = 2000

/** Whatever may be an id of another service: a text, or a part of a URI. */
export const foreignIdsIn = (raw: RawInput): readonly string[] => {
  const found = new Set<string>()
  for (const id of idsIn(raw)) {
    if (found.size === maxCandidates) break
    found.add(id)
  }
  return [...found]
}

function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length <= maxLength) yield* value.split('/').filter((part) => idForm.test(part))
  } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* idsIn(part)
}

/**
 * A URI says which kind of thing it names, and so does the address for the ids in the path. Any other id is replaced
 * when only one thing has it.
 */
export const withLocalIds = (raw: RawInput, known: Aliases): RawInput => {
  const inAddress = new Map(raw.address?.split('/').map((part, index, parts) => [part, parts[index - 1] ?? '']))
  const path = replaced(raw.path, (id) => localIdOf(known, id, inAddress.get(id)))
  const elsewhere = (id: string, collection: string | undefined) => localIdOf(known, id, collection)
  return { ...raw, path, query: replaced(raw.query, elsewhere), body: replaced(raw.body, elsewhere) }
}

const localIdOf = (known: Aliases, id: string, collection: string | undefined): string | undefined => {
  const byKind = known.get(id)
  if (!byKind || collection !== undefined) return byKind?.get(collection ?? '')
  return byKind.size === 1 ? [...byKind.values()][0] : undefined
}

const replaced = <T>(value: T, localId: (id: string, collection: string | undefined) => string | undefined): T => {
  const replace = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const parts = one.split('/')
      return parts.map((part, index) => localId(part, parts[index - 1]) ?? part).join('/')
    }
    if (Array.isArray(one)) return one.map(replace)
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, replace(part)]))
    return one
  }
  return replace(value) as T
}
