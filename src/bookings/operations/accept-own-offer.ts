import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { waitsFor } from '../booking-request.ts'
import { findRequestByToken } from '../store/booking-requests.ts'
import { moveEntry } from '../store/waiting-list.ts'
import { lockRequest, passGate, settled } from '../workflow/pass-gate.ts'

/** Somebody from the waiting list takes the time that is kept for them. For the holder of the invitee's token. */
export const acceptOwnOffer = open({
  name: 'accept_own_offer',
  summary: 'Take the time that was offered from a waiting list',
  input: z.object({ token: z.string() }),
  output: z.void(),

  async run(call, { token }) {
    const { tx, codes, now } = call
    const request = await lockRequest(call, existing(await findRequestByToken(tx, codes, token)))
    if (waitsFor(request) !== 'offer' || request.waitingListEntryId === null) throw settled(request)
    const { organizationId, waitingListEntryId: id } = request
    await moveEntry(tx, { organizationId, id }, ['waiting'], 'booked', now)
    await passGate(call, request, { actor: { type: 'invitee' } })
  },
})
