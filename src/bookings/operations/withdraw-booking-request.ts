import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { withdrawRequest } from '../workflow/decide-request.ts'
import { findSeenRequest } from '../workflow/find-seen-request.ts'

export const withdrawBookingRequest = write({
  name: 'withdraw_booking_request',
  summary: 'Withdraw a booking request',
  description: 'On behalf of the invitee. The time is free again at once.',
  scopes: ['booking_requests:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run(call, { uuid }) {
    const { tx, principal } = call
    await withdrawRequest(call, await findSeenRequest(tx, principal, uuid), { actor: actorOf(principal) })
  },
})
