import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { noDataRequests } from '../problems.ts'
import { InviteeDataRequest } from '../requests.ts'
import { Accepted, toDeletionSubject } from '../resources.ts'
import { insertDeletion } from '../store/deletions.ts'

export const deleteInviteeData = write({
  name: 'delete_invitee_data',
  summary: 'Delete invitee data',
  description:
    "For owners and admins. Deletes all data of the invitees with these email addresses: names, addresses, phone numbers, answers, messages, and emails, including pending ones. Their meetings stay, without invitee data. The deletion finishes within a minute and can't be undone. The response doesn't reveal whether an address was known.",
  scopes: ['data_compliance:write'],
  plan: 'enterprise',
  problems: [noDataRequests],
  input: InviteeDataRequest,
  output: Accepted,

  async run({ tx, principal, links, persons, now }, { emails }) {
    if (!isAdmin(principal)) throw new Problem(noDataRequests)
    const { organizationId, membershipId, userId } = principal
    const wanted = new Map(emails.map((address) => [address.toLowerCase(), persons.of(organizationId, address)]))
    const deletion = {
      id: randomUUID(),
      organizationId,
      kind: 'invitees' as const,
      persons: [...wanted.values()],
      span: null,
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
