import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, Problem } from '#contract/problem.ts'
import { instant, uriOf } from '#contract/wire.ts'
import { isWithinTwoYears } from '../deletion.ts'
import { noDataRequests } from '../problems.ts'
import { Accepted, toDeletionSubject } from '../resources.ts'
import { insertDeletion } from '../store/deletions.ts'

const past = (example: string) => instant.meta({ format: 'date-time', examples: [example] })

export const deleteEventData = write({
  name: 'delete_event_data',
  summary: 'Delete past scheduled events',
  description:
    'For owners and admins. The meetings that began from `start_time` to `end_time`, both in the past and at most 24 months apart, are deleted with their invitees and all that was said about them. It is done within minutes, and cannot be undone.',
  scopes: ['data_compliance:write'],
  plan: 'enterprise',
  problems: [noDataRequests],
  input: z.object({ start_time: past('2024-01-01T00:00:00Z'), end_time: past('2025-01-01T00:00:00Z') }),
  output: Accepted,

  async run({ tx, principal, links, now }, { start_time: from, end_time: to }) {
    if (!isAdmin(principal)) throw new Problem(noDataRequests)
    const wrong = [
      ...(from > now ? [{ parameter: 'start_time', message: 'must be in the past' }] : []),
      ...(to > now ? [{ parameter: 'end_time', message: 'must be in the past' }] : []),
      ...(to < from ? [{ parameter: 'end_time', message: 'must be after start_time' }] : []),
      ...(isWithinTwoYears(from, to) ? [] : [{ parameter: 'end_time', message: 'must be at most 24 months after start_time' }]),
    ]
    if (wrong.length > 0) throw invalid(...wrong)
    const { organizationId, membershipId, userId } = principal
    const deletion = { id: randomUUID(), organizationId, kind: 'events' as const, persons: [], span: { from, to }, requestedBy: membershipId, requestedAt: now }
    await insertDeletion(tx, deletion, now)
    await recordChange({ tx, principal, now }, 'data_deletion.requested', toDeletionSubject(links, deletion, uriOf(links, 'users', userId)))
    return {}
  },
})
