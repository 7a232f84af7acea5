import { z } from 'zod'
import { recordFacts } from '#activity/index.ts'
import { releaseTime } from '#availability/index.ts'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { decideRequest, findBookingRequest } from '../store/booking-requests.ts'
import { findEntryByToken, findOffer, moveEntry } from '../store/waiting-list.ts'
import { entryFact } from '../waiting-list-fact.ts'
import { lockRequest } from '../workflow/pass-gate.ts'
import { holderOf } from '../workflow/request-booking.ts'

/** For the holder of the token. What is offered to them goes to the next. */
export const leaveWaitingList = open({
  name: 'leave_waiting_list',
  summary: 'Leave the waiting list of an event type',
  input: z.object({ token: z.string() }),
  output: z.void(),

  async run(call, { token }) {
    const { tx, codes, now } = call
    const entry = existing(await findEntryByToken(tx, codes, token))
    const offerId = await findOffer(tx, entry)
    const offer = offerId === undefined ? undefined : await findBookingRequest(tx, entry.organizationId, offerId)
    // The hosts first, as whoever takes an offer does.
    const request = offer && (await lockRequest(call, offer))
    if (!(await moveEntry(tx, entry, ['unconfirmed', 'waiting'], 'left', now))) return
    // Nobody else has heard of the offer, so leaving is all there is to tell.
    if (request?.state === 'open' && (await decideRequest(tx, request, { state: 'withdrawn' }, now)))
      await releaseTime(tx, holderOf(request))
    await recordFacts(tx, [entryFact('waiting_list_entry.left', call, entry)])
  },
})
