import { sql } from 'kysely'
import { counted } from '#platform/counted.ts'
import type { Reader } from '#platform/db/database.ts'
import { genesisHash, mismatchIn } from '../chain.ts'
import { listHeads } from './chains.ts'
import { readLinks } from './log.ts'

/** The result for the log of one organization. */
export interface LogFinding {
  readonly organizationId: string
  readonly entries: number
  /** The first mismatch; undefined when there is none. */
  readonly trouble: string | undefined
}

const linksAtOnce = 500

/** Verifies every chain from its first entry. Finds entries that were changed, removed or inserted later. */
export const verifyLog = async (reader: Reader): Promise<readonly LogFinding[]> => {
  const findings: LogFinding[] = []
  for (const { organizationId, position, hash } of await listHeads(reader)) {
    findings.push({
      organizationId,
      entries: position,
      trouble: await troubleIn(reader, organizationId, { position, hash }),
    })
  }
  return findings
}

const troubleIn = async (
  reader: Reader,
  organizationId: string,
  head: { readonly position: number; readonly hash: Buffer },
): Promise<string | undefined> => {
  let before: { readonly position: number; readonly hash: Buffer } = { position: 0, hash: genesisHash }
  const erased = new Map<string, number>()
  for (;;) {
    const links = await readLinks(reader, organizationId, before.position, linksAtOnce)
    for (const link of links) {
      const mismatch = mismatchIn(before, link)
      if (mismatch !== undefined) return mismatch
      if (link.erasedBy !== null) erased.set(link.erasedBy, (erased.get(link.erasedBy) ?? 0) + 1)
      before = link
    }
    if (links.length < linksAtOnce) break
  }
  // Entries that were added meanwhile are no mismatch.
  if (before.position < head.position) return `the log ends at entry ${before.position}, and had ${head.position}`
  if (before.position === head.position && !before.hash.equals(head.hash))
    return `entry ${head.position} is not the one that was last`
  return unexplained(reader, organizationId, erased)
}

/** Entries are emptied only by an erasure request, whose own entry says how many it emptied. */
const unexplained = async (
  reader: Reader,
  organizationId: string,
  erased: ReadonlyMap<string, number>,
): Promise<string | undefined> => {
  if (erased.size === 0) return undefined
  const requests = await reader
    .selectFrom('facts')
    .select([
      'name',
      sql<string>`subject ->> 'id'`.as('id'),
      sql<number | null>`(subject ->> 'entries')::integer`.as('entries'),
    ])
    .where('organization_id', '=', organizationId)
    .where('name', 'in', ['data_deletion.requested', 'data_deletion.completed'])
    .execute()
  for (const [id, count] of erased) {
    const completed = requests.find((request) => request.id === id && request.name === 'data_deletion.completed')
    if (completed ? completed.entries !== count : !requests.some((request) => request.id === id))
      return `${counted(count, 'entry', 'entries')} emptied without a request`
  }
  return undefined
}
