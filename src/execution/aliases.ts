import type { Principal } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import type { Database } from '#platform/db/database.ts'
import { findAliases } from './store/aliases.ts'

/** What came in, by where it stood. The path wins over the body, and the body over the query. */
export interface RawInput {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

const maxCandidates = 50

/**
 * Runs a request. Where it names something that is not there, ids of the service that an organization came from are replaced by what
 * they are here, and it runs once more. Requests that find what they name pay nothing.
 */
export const withAliases = async <T>(
  { database }: { readonly database: Pick<Database, 'reader'> },
  { organizationId }: Principal,
  raw: RawInput,
  run: (raw: RawInput) => Promise<T>,
): Promise<T> => {
  try {
    return await run(raw)
  } catch (error) {
    if (!(error instanceof Problem) || (error.kind.status !== 404 && error.kind.status !== 403)) throw error
    const candidates = [...idsIn(raw)].slice(0, maxCandidates)
    const known = candidates.length === 0 ? new Map<string, string>() : await findAliases(database.reader, organizationId, candidates)
    if (known.size === 0) throw error
    return run(replaced(raw, known) as RawInput)
  }
}

/** A text may be an id, or a URI with ids between its slashes. */
const idForm = /^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/
const maxLength = 2000

function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length <= maxLength) yield* value.split('/').filter((part) => idForm.test(part))
  } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* idsIn(part)
}

const replaced = (value: unknown, known: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') {
    const parts = value.split('/')
    return parts.map((part) => known.get(part) ?? part).join('/')
  }
  if (Array.isArray(value)) return value.map((part) => replaced(part, known))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part, known)]))
  return value
}
