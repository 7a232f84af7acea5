import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { noDataRequests } from '../problems.ts'
import { checkPastSpan, EventDataRequest } from '../requests.ts'
import { Accepted, toDeletionSubject } from '../resources.ts'
import { insertDeletion } from '../store/deletions.ts'

export const deleteEventData = write({
  name: 'delete_event_data',
  summary: 'Delete past scheduled events',
  description:
    "For owners and admins. Deletes the meetings that started from `start_time` to `end_time`, with their invitees and all related data. Both times must be in the past and at most 24 months apart. The deletion finishes within minutes and can't be undone.",
  scopes: ['data_compliance:write'],
  plan: 'enterprise',
  problems: [noDataRequests],
  input: EventDataRequest,
  output: Accepted,

  async run({ tx, principal, links, now }, input) {
    if (!isAdmin(principal)) throw new Problem(noDataRequests)
    checkPastSpan(input, now)
    const span = { from: input.start_time, to: input.end_time }
    const { organizationId, membershipId, userId } = principal
    const deletion = {
      id: randomUUID(),
      organizationId,
      kind: 'events' as const,
      persons: [],
      span,
      requestedBy: membershipId,
      requestedAt: now,
    }
    await insertDeletion(tx, deletion, now)
    await recordChange(
      { tx, principal, now },
      'data_deletion.requested',
      toDeletionSubject(links, deletion, uriOf(links, 'users', userId)),
    )
    return {}
  },
})
