import { z } from 'zod'
import { type Links, timestamp, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Deletion } from './deletion.ts'

/** Empty: the erasure runs afterwards. */
export const Accepted = z.object({}).meta({ id: 'Accepted', examples: [{}] })

const DeletionSubject = z.object({
  type: z.enum(['invitees', 'events']),
  id: z.string(),
  emails: z.array(z.string()).optional(),
  start_time: timestamp.optional(),
  end_time: timestamp.optional(),
  requested_by: z.string().nullable(),
  uri: z.string(),
})

/** What the activity log records of a request. Addresses are never in it, only their keyed hashes. */
export const toDeletionSubject = (links: Links, { id, kind, persons, span }: Deletion, requestedBy: string | null): z.output<typeof DeletionSubject> => ({
  type: kind,
  id,
  ...(kind === 'invitees' ? { emails: persons.map((person) => person.toString('hex')) } : {}),
  ...(span ? { start_time: writeInstant(span.from), end_time: writeInstant(span.to) } : {}),
  requested_by: requestedBy,
  uri: uriOf(links, 'data_compliance', 'deletions', id),
})
