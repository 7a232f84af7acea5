import { z } from 'zod'
import { type Links, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Deletion } from './deletion.ts'

/** Empty: the erasure runs afterwards. */
export const Accepted = z.object({}).meta({ id: 'Accepted', examples: [{}] })

/** What the activity log records of a request. Addresses are never in it, only their keyed hashes. */
export const toDeletionSubject = (links: Links, { id, kind, persons, span }: Deletion, requestedBy: string | null) => ({
  type: kind,
  id,
  ...(kind === 'invitees' ? { emails: persons.map((person) => person.toString('hex')) } : {}),
  ...(span ? { start_time: writeInstant(span.from), end_time: writeInstant(span.to) } : {}),
  requested_by: requestedBy,
  uri: uriOf(links, 'data_compliance', 'deletions', id),
})
