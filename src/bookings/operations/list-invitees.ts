import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { missing, refuse } from '#contract/problem.ts'
import { email, pathId } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { mayView } from '../rights.ts'
import { listInvitees as listInviteeRows } from '../store/invitees.ts'
import { findScheduledEvent } from '../store/scheduled-events.ts'

export const listInvitees = list({
  name: 'list_invitees',
  summary: 'List the invitees of a scheduled event',
  scopes: ['scheduled_events:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object({ uuid: pathId, status: z.enum(['active', 'canceled']).optional(), email: email.optional() }),
  output: InviteeResource,

  async run({ reader, principal, links, codes, persons, page }, { uuid: eventId, status, email }) {
    const { organizationId, membershipId } = principal
    const person = email === undefined ? undefined : persons.of(organizationId, email)
    // Both are fetched at once; the list is returned only if the caller may see it.
    const [seen, invitees] = await Promise.all([
      findScheduledEvent(reader, organizationId, eventId, membershipId),
      listInviteeRows(reader, organizationId, eventId, { status, person }, page),
    ])
    if (!seen) throw missing()
    if (!mayView(principal, seen)) throw refuse('may_not_view')
    return mapPage(invitees, (invitee) => toInviteeResource({ links, codes }, invitee))
  },
})
