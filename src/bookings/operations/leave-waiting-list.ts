import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { findEntryByToken } from '../store/waiting-list.ts'
import { endWaiting } from '../workflow/end-waiting.ts'

/** For the holder of the token. What is offered to them goes to the next. */
export const leaveWaitingList = open({
  name: 'leave_waiting_list',
  summary: 'Leave the waiting list of an event type',
  input: z.object({ token: z.string() }),
  output: z.void(),

  async run(call, { token }) {
    const entry = existing(await findEntryByToken(call.tx, call.codes, token))
    await endWaiting(call, entry, { type: 'invitee' })
  },
})
