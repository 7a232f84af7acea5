import { z } from 'zod'
import { recordFacts } from '#activity/index.ts'
import { endHold } from '#availability/index.ts'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { maxTries, waitsFor } from '../booking-request.ts'
import { requestFact } from '../request-fact.ts'
import { isConfirmationCode } from '../request-token.ts'
import { countTry, endPatience, findRequestByToken } from '../store/booking-requests.ts'
import { lockRequest, passGate, settled } from '../workflow/pass-gate.ts'
import { holderOf } from '../workflow/request-booking.ts'

/** What became of an entered code. A wrong one is counted, so this is no refusal: that would count nothing. */
const Outcome = z.object({ outcome: z.enum(['passed', 'wrong', 'over']) })

/** The invitee enters the code from the mail. */
export const confirmOwnAddress = open({
  name: 'confirm_own_address',
  summary: 'Confirm the email address of a booking request with the code that was sent there',
  input: z.object({ token: z.string(), code: z.string().max(100) }),
  output: Outcome,

  async run(call, { token, code }) {
    const { tx, codes, links, persons, now } = call
    const request = await lockRequest(call, existing(await findRequestByToken(tx, codes, token)))
    if (request.state !== 'open') throw settled(request)
    // Sent twice, or entered in another window.
    if (waitsFor(request) !== 'email') return { outcome: 'passed' as const }
    if (isConfirmationCode(codes, code, request)) {
      await passGate(call, request, { actor: { type: 'invitee' } })
      return { outcome: 'passed' as const }
    }
    const told = { links, persons, now, actor: { type: 'invitee' as const } }
    await recordFacts(tx, [requestFact('booking_request.code_refused', told, request)])
    if ((await countTry(tx, request)) < maxTries) return { outcome: 'wrong' as const }
    await endPatience(tx, request)
    await endHold(tx, holderOf(request), request.booking.isGroup)
    return { outcome: 'over' as const }
  },
})
