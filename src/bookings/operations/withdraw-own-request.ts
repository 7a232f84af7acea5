import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { findRequestByToken } from '../store/booking-requests.ts'
import { withdrawRequest } from '../workflow/decide-request.ts'

/** For the holder of the invitee's token. */
export const withdrawOwnRequest = open({
  name: 'withdraw_own_booking_request',
  summary: 'Withdraw a booking request as its invitee',
  input: z.object({ token: z.string() }),
  output: z.void(),

  async run(call, { token }) {
    const found = existing(await findRequestByToken(call.tx, call.codes, token))
    await withdrawRequest(call, found, { actor: { type: 'invitee' } })
  },
})
