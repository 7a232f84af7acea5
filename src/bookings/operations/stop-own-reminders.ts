import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { stopRemindersRow } from '../store/invitees.ts'
import { lockOwnBooking } from '../workflow/lock-invitee.ts'

/** For the holder of the invitee's token. Changes and cancellations are still mailed; the hosts are still reminded. */
export const stopOwnReminders = open({
  name: 'stop_own_reminders',
  summary: 'Get no more reminders of a booking, as its invitee',
  input: z.object({ token: z.string() }),
  output: InviteeResource,

  async run({ tx, links, codes, persons, now }, { token }) {
    const { invitee, scheduledEvent } = await lockOwnBooking(tx, codes, token)
    const { id, organizationId } = invitee

    const isNew = await stopRemindersRow(tx, organizationId, id, now)
    if (!isNew) return toInviteeResource({ links, codes }, invitee)
    const after = { ...invitee, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.reminders_stopped', { links, persons, actor: { type: 'invitee' } }, after, scheduledEvent))
    return toInviteeResource({ links, codes }, after)
  },
})
