import { findRestoredAt, heldNotice } from '#instance/store/restored.ts'
import { resumeSending } from '#notifications/index.ts'
import { counted } from '#platform/counted.ts'
import { OperatorError } from '#process/operator-error.ts'
import { databaseCommand } from '../command.ts'

const resume = databaseCommand({
  name: 'resume',
  summary: 'Let a restored or copied instance send again',
  description:
    'Run this when this instance replaces the old one, which must no longer run. Messages that were pending when the copy was made are dropped, because they may have been sent since. Webhook deliveries can be replayed.',
  options: {
    'send-waiting': { summary: 'Send the pending messages, if you know that they were not sent' },
    check: { summary: 'Show whether this instance sends, without changing anything' },
  },
  run: async (context, { 'send-waiting': sendsWaiting, check }) => {
    if (check) return { resumed: false, dropped: 0, held: (await findRestoredAt(context.database.reader)) !== null }
    const dropped = await resumeSending(context, sendsWaiting)
    if (dropped === undefined)
      throw new OperatorError('This instance already sends: it is not a copy, or it was confirmed before.')
    return { resumed: true, dropped, held: false }
  },
  show: ({ resumed, dropped, held }) => {
    if (!resumed) return held ? heldNotice : 'This instance sends.'
    return `This instance sends now. Dropped ${counted(dropped, 'pending message')}.`
  },
})

export const commands = [resume]
