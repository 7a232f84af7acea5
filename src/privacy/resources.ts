import { z } from 'zod'
import { type Links, timestamp, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Deletion, DeletionRecord } from './deletion.ts'

/** Empty: the erasure runs afterwards. */
export const Accepted = z.object({}).meta({ id: 'Accepted', examples: [{}] })

/** What a deletion would affect. */
export const AffectedResource = z.object({ meetings: z.number().int(), invitees: z.number().int() })

/** What the activity log records of a request. Addresses are never in it, only their keyed hashes. */
export const toDeletionSubject = (links: Links, { id, kind, persons, span }: Deletion, requestedBy: string | null) => ({
  type: kind,
  id,
  ...(kind === 'invitees' ? { emails: persons.map((person) => person.toString('hex')) } : {}),
  ...(span ? { start_time: writeInstant(span.from), end_time: writeInstant(span.to) } : {}),
  requested_by: requestedBy,
  uri: uriOf(links, 'data_compliance', 'deletions', id),
})

export const DeletionResource = z.object({
  uuid: z.string(),
  type: z.enum(['invitees', 'events']),
  people: z.number().int().meta({ description: 'How many were to be erased; zero for a span of time' }),
  start_time: timestamp.nullable(),
  end_time: timestamp.nullable(),
  requested_by: z.string().nullable(),
  requested_at: timestamp,
  completed_at: timestamp.nullable().meta({ description: 'Null until nothing is left' }),
  entries: z.number().int().meta({ description: 'How many entries of the activity log were cleaned' }),
})

export const toDeletionResource = (record: DeletionRecord): z.output<typeof DeletionResource> => ({
  uuid: record.id,
  type: record.kind,
  people: record.personCount,
  start_time: record.from && writeInstant(record.from),
  end_time: record.to && writeInstant(record.to),
  requested_by: record.requestedByName,
  requested_at: writeInstant(record.createdAt),
  completed_at: record.completedAt && writeInstant(record.completedAt),
  entries: record.entries,
})
