import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { findInvitee, stopRemindersRow } from '../store/invitees.ts'
import { findTokenHolder, noMember } from '../store/own-bookings.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

/** For the holder of the invitee's token. Changes and cancellations are still mailed; the hosts are still reminded. */
export const stopOwnReminders = open({
  name: 'stop_own_reminders',
  summary: 'Get no more reminders of a booking, as its invitee',
  input: z.object({ token: z.string() }),
  output: InviteeResource,

  async run({ tx, links, codes, persons, now }, { token }) {
    const holder = await findTokenHolder(tx, codes, token)
    if (!holder) throw missing()
    const { id, organizationId } = holder
    const held = await lockEventOfInvitee(tx, organizationId, id, noMember)
    const invitee = held && (await findInvitee(tx, organizationId, id))
    if (!held || !invitee) throw missing()
    if (invitee.status === 'canceled') throw refuse('Event is already canceled')

    const isNew = await stopRemindersRow(tx, organizationId, id, now)
    if (!isNew) return toInviteeResource({ links, codes }, invitee)
    const after = { ...invitee, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.reminders_stopped', { links, persons, actor: { type: 'invitee' } }, after, held.scheduledEvent))
    return toInviteeResource({ links, codes }, after)
  },
})
