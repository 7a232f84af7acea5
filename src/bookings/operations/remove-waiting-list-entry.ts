import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { endWaiting } from '../workflow/end-waiting.ts'
import { findSeenEntry } from '../workflow/find-seen-entry.ts'

export const removeWaitingListEntry = write({
  name: 'remove_waiting_list_entry',
  summary: 'Remove someone from a waiting list',
  description:
    'By a host of the event type, or an admin or owner. They are offered no more times, and what is offered to them now goes to the next. They get no email.',
  scopes: ['booking_requests:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run(call, { uuid }) {
    const { tx, principal, now } = call
    const entry = await findSeenEntry(tx, principal, uuid, now)
    if (!(await endWaiting(call, entry, actorOf(principal)))) throw refuse('waiting_ended')
  },
})
