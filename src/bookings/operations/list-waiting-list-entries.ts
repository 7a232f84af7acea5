import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { missing } from '#contract/problem.ts'
import { email, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { listEntries } from '../store/waiting-list.ts'
import { shownStates } from '../waiting-list.ts'
import { toEntryResource, WaitingListEntryResource } from '../waiting-list-resource.ts'
import { whoseEvents } from '../workflow/whose-events.ts'

export const listWaitingListEntries = list({
  name: 'list_waiting_list_entries',
  summary: 'List waiting list entries',
  description:
    'People who found no time and wait for one. With `user`: those who wait for event types that user hosts; only owners and admins can name another user. Without: all of them for owners and admins, those who wait for your own event types otherwise. Entries whose address is not confirmed yet are left out. The order is that of the list: whoever has waited longest is offered a time first.',
  scopes: ['booking_requests:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object({
    user: referenceTo('users').optional(),
    organization: referenceTo('organizations').optional(),
    event_type: referenceTo('event_types').optional(),
    invitee_email: email.optional(),
    state: z.enum(shownStates).optional(),
  }),
  output: WaitingListEntryResource,

  async run(
    { reader, principal, links, persons, page, now },
    { user: userId, organization: organizationId, event_type: eventTypeId, invitee_email: inviteeEmail, state },
  ) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    const membershipId = await whoseEvents(reader, principal, {
      userId,
      namesOrganization: organizationId !== undefined,
    })
    const person = inviteeEmail === undefined ? undefined : persons.of(principal.organizationId, inviteeEmail)
    const filter = { membershipId, eventTypeId, person, state }
    const entries = await listEntries(reader, principal.organizationId, filter, page, now)
    return mapPage(entries, (entry) => toEntryResource(links, entry))
  },
})
