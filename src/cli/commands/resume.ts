import { silenceFacts } from '#activity/index.ts'
import { dropWaitingMails } from '#notifications/index.ts'
import { clearRestored, findRestoredAt } from '#platform/db/restored.ts'
import { dropWaitingDeliveries } from '#webhooks/index.ts'
import { databaseCommand } from '../command.ts'
import { Refusal } from '../refusal.ts'

const resume = databaseCommand({
  name: 'resume',
  summary: 'Let a restored instance send again',
  description:
    'Say so when this is the instance that goes on, and the old one does not run any more. What waited to be sent when the backup was made is dropped, for it may have been sent since; messages to webhooks can be replayed.',
  options: { 'send-waiting': { summary: 'Send what waited, because you know that it was not' } },
  example: '',
  run: async ({ database }, { 'send-waiting': sends }) => {
    const dropped = await database.write(async (tx) => {
      const restoredAt = await findRestoredAt(tx)
      if (!restoredAt) throw new Refusal('This instance was not restored, or was confirmed already: it sends.')
      await clearRestored(tx)
      if (sends) return 0
      await silenceFacts(tx, restoredAt)
      return (await dropWaitingDeliveries(tx, restoredAt)) + (await dropWaitingMails(tx, restoredAt))
    })
    return { resumed: true, dropped }
  },
  show: ({ dropped }) =>
    `This instance sends from now on. ${dropped === 1 ? '1 message that waited was dropped' : `${dropped} messages that waited were dropped`}.`,
})

export const commands = [resume]
