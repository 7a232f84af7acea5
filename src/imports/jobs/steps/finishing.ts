import { inviteToSetPassword } from '#accounts/index.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { takeOverReminders } from '#notifications/index.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { guessBuffers, recountAssigned, setBuffers } from '../../store/event-types.ts'
import { findOneToInvite } from '../../store/members.ts'
import type { Portion, ReadContext, SaveContext, Step } from '../step.ts'

/** Counts, then reminders and mails where the operator wants them. */
export const finishing = (context: AppContext): Step<unknown> => ({
  read: async (reading, cursor) => {
    const [part = 'counts', after = nilUuid] = cursor?.split(' ') ?? []
    if (part === 'reminders') return reminders(after)
    if (part === 'mails') return mail(context, reading, after)
    return { save: counts, next: reading.import.takesOver ? 'reminders' : 'mails' }
  },
})

const counts = async ({
  tx,
  organizationId,
  import: { id, appliesBuffers },
  remark,
  now,
}: SaveContext): Promise<void> => {
  await recountAssigned(tx, organizationId)
  const guessed = await guessBuffers(tx, organizationId, id)
  if (appliesBuffers) await setBuffers(tx, organizationId, guessed, now)
  for (const { name, owner, before, after, meetings } of guessed) {
    remark(appliesBuffers ? 'buffers_set' : 'buffers_guessed', { name, owner, before, after, count: meetings })
  }
}

/**
 * Where the reminders go on is known once these are written: so all of them are one portion for each transaction's
 * worth.
 */
const reminders = (after: string): Portion => {
  const portion = {
    next: 'mails' as string | null,
    save: async ({ tx, organizationId, now }: SaveContext): Promise<void> => {
      const last = await takeOverReminders(tx, organizationId, after, now)
      portion.next = last === null ? 'mails' : `reminders ${last}`
    },
  }
  return portion
}

/** One at a time. After a crash the same person may get a second mail. */
const mail = async (
  context: AppContext,
  { import: { organizationId, invites }, database }: ReadContext<unknown>,
  after: string,
): Promise<Portion> => {
  const member = invites ? await findOneToInvite(database.reader, organizationId, after) : undefined
  if (!member) return { save: async () => {}, next: null }
  await performOpen(context, inviteToSetPassword, { email: member.email })
  return { save: async () => {}, next: `mails ${member.id}` }
}
