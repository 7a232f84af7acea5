import { z } from 'zod'
import { recordFacts } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { resendableGate, waitsFor } from '../booking-request.ts'
import { requestFact } from '../request-fact.ts'
import { findRequestByToken, saveGates } from '../store/booking-requests.ts'
import { lockRequest, settled } from '../workflow/pass-gate.ts'

/** For the holder of the invitee's token, whose mail did not arrive. It is the same code, for the same ten minutes. */
export const resendOwnCode = open({
  name: 'resend_own_confirmation_code',
  summary: 'Send the confirmation code of a booking request again',
  input: z.object({ token: z.string() }),
  output: z.object({ isSent: z.boolean() }),

  async run(call, { token }) {
    const { tx, codes, links, persons, now } = call
    const request = await lockRequest(call, existing(await findRequestByToken(tx, codes, token)))
    if (waitsFor(request) !== 'email') throw settled(request)
    const gate = resendableGate(request)
    if (!gate) return { isSent: false }
    const gates = [{ ...gate, resent: (gate.resent ?? 0) + 1 }, ...request.gates.slice(1)]
    await saveGates(tx, request, gates, now)
    const told = { links, persons, now, actor: { type: 'invitee' as const } }
    await recordFacts(tx, [requestFact('booking_request.code_sent', told, { ...request, gates })])
    return { isSent: true }
  },
})
