import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { missing } from '#contract/problem.ts'
import { email, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { requestStates } from '../booking-request.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { listBookingRequests as listRequestRows } from '../store/booking-requests.ts'
import { whoseEvents } from '../workflow/whose-events.ts'

export const listBookingRequests = list({
  name: 'list_booking_requests',
  summary: 'List booking requests',
  description:
    'Requests wait for a decision or a confirmation before they become bookings. With `user`: those for the meetings that user would host; only owners and admins can name another user. Without: all requests for owners and admins, your own otherwise. Requests whose address is not confirmed yet are left out.',
  scopes: ['booking_requests:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object({
    user: referenceTo('users').optional(),
    organization: referenceTo('organizations').optional(),
    event_type: referenceTo('event_types').optional(),
    invitee_email: email.optional(),
    state: z.enum(requestStates).optional(),
  }),
  output: BookingRequestResource,

  async run(
    { reader, principal, links, codes, persons, page },
    { user: userId, organization: organizationId, event_type: eventTypeId, invitee_email: inviteeEmail, state },
  ) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    const membershipId = await whoseEvents(reader, principal, {
      userId,
      namesOrganization: organizationId !== undefined,
    })
    const person = inviteeEmail === undefined ? undefined : persons.of(principal.organizationId, inviteeEmail)
    const filter = { membershipId, eventTypeId, person, state }
    const requests = await listRequestRows(reader, principal.organizationId, filter, page)
    return mapPage(requests, (request) => toRequestResource({ links, codes }, request))
  },
})
