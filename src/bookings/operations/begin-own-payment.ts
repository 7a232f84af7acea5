import { z } from 'zod'
import { recordFacts } from '#activity/index.ts'
import { holdLonger } from '#availability/index.ts'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { second } from '#platform/time/durations.ts'
import { patienceAt, priceToPay } from '../booking-request.ts'
import { requestFact } from '../request-fact.ts'
import { findRequestByToken, keepWhilePaid } from '../store/booking-requests.ts'
import { lockRequest, settled } from '../workflow/pass-gate.ts'
import { holderOf } from '../workflow/request-booking.ts'

/**
 * The invitee goes to pay: from now on they have as long as a payment takes. Whoever begins again, or has a day for it,
 * gets no more time.
 */
export const beginOwnPayment = open({
  name: 'begin_own_payment',
  summary: 'Keep the time of a booking request while its invitee pays',
  input: z.object({ token: z.string() }),
  output: z.void(),

  async run(call, { token }) {
    const { tx, codes, links, persons, now } = call
    const request = await lockRequest(call, existing(await findRequestByToken(tx, codes, token)))
    const price = priceToPay(request)
    if (!price) throw settled(request)
    if (price.isBegun || price.isAfterApproval) return
    const seconds = patienceAt(price, { startsAt: request.startsAt, minimumNotice: 0 }, now) / second
    const begun = await keepWhilePaid(tx, { ...request, gates: [{ ...price, isBegun: true }] }, seconds, now)
    if (!begun) throw settled(request)
    await holdLonger(tx, holderOf(request), request.booking.isGroup, seconds)
    const told = { links, persons, now, actor: { type: 'invitee' as const } }
    await recordFacts(tx, [requestFact('booking_request.payment_begun', told, begun)])
  },
})
