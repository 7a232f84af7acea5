import type { Principal } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import type { Database, Reader } from '#platform/db/database.ts'
import { type Aliases, foreignIdsIn, type RawInput, withLocalIds } from './foreign-ids.ts'

/** What ids of another service are in an organization here, as far as they are other ones. */
export type FindAliases = (reader: Reader, organizationId: string, foreignIds: readonly string[]) => Promise<Aliases>

/**
 * Runs a request. Where it names something that is not there, ids of the service that an organization came from are
 * replaced by what they are here, and it runs once more. Requests that find what they name pay nothing.
 */
export const withAliases = async <T>(
  { database, findAliases }: { readonly database: Pick<Database, 'reader'>; readonly findAliases: FindAliases },
  { organizationId }: Principal,
  raw: RawInput,
  run: (raw: RawInput) => Promise<T>,
): Promise<T> => {
  try {
    return await run(raw)
  } catch (error) {
    if (!(error instanceof Problem) || (error.kind.status !== 404 && error.kind.status !== 403)) throw error
    const candidates = foreignIdsIn(raw)
    const known = candidates.length === 0 ? new Map() : await findAliases(database.reader, organizationId, candidates)
    if (known.size === 0) throw error
    return run(withLocalIds(raw, known))
  }
}
