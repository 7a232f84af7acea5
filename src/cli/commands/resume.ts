import { findRestoredAt, heldNotice } from '#instance/store/restored.ts'
import { resumeSending } from '#notifications/index.ts'
import { counted } from '#platform/counted.ts'
import { OperatorError } from '#process/operator-error.ts'
import { databaseCommand } from '../command.ts'

const resume = databaseCommand({
  name: 'resume',
  summary: 'Let a restored or copied instance send again',
  description:
    'Say so when this is the instance that goes on, and the old one does not run any more. What waited to be sent when the copy was made is dropped, for it may have been sent since; messages to webhooks can be replayed.',
  options: {
    'send-waiting': { summary: 'Send what waited, because you know that it was not' },
    check: { summary: 'Change nothing, and say whether it sends' },
  },
  run: async (context, { 'send-waiting': sendsWaiting, check }) => {
    if (check) return { resumed: false, dropped: 0, held: (await findRestoredAt(context.database.reader)) !== null }
    const dropped = await resumeSending(context, sendsWaiting)
    if (dropped === undefined) throw new OperatorError('This instance is no copy, or was confirmed already: it sends.')
    return { resumed: true, dropped, held: false }
  },
  show: ({ resumed, dropped, held }) => {
    if (!resumed) return held ? heldNotice : 'This instance sends.'
    return `This instance sends from now on. It dropped ${counted(dropped, 'message')} that waited.`
  },
})

export const commands = [resume]
