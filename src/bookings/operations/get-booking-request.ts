import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { findSeenRequest } from '../workflow/find-seen-request.ts'

export const getBookingRequest = read({
  name: 'get_booking_request',
  summary: 'Get a booking request',
  scopes: ['booking_requests:read'],
  input: z.object({ uuid: pathId }),
  output: BookingRequestResource,

  async run({ reader, principal, links, codes }, { uuid }) {
    return toRequestResource({ links, codes }, await findSeenRequest(reader, principal, uuid))
  },
})
