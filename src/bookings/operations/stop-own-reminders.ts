import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { stopGuestRemindersRow, stopRemindersRow } from '../store/invitees.ts'
import { findRemindedBooking } from '../store/own-bookings.ts'
import { lockComingInvitee } from '../workflow/lock-meeting.ts'

/**
 * For the holder of the invitee's token, for themselves and all whom they bring; for the holder of a guest's, for
 * themselves. Changes and cancellations are still mailed; the hosts are still reminded.
 */
export const stopOwnReminders = open({
  name: 'stop_own_reminders',
  summary: 'Get no more reminders of a booking, as its invitee or a guest',
  input: z.object({ token: z.string() }),
  output: InviteeResource,

  async run({ tx, links, codes, persons, now }, { token }) {
    const { invitee: holder, guest } = existing(await findRemindedBooking(tx, codes, token))
    const { invitee, scheduledEvent } = await lockComingInvitee(tx, holder)
    const { id, organizationId } = invitee

    const isNew = await (guest === undefined
      ? stopRemindersRow(tx, organizationId, id, now)
      : stopGuestRemindersRow(tx, organizationId, id, guest, now))
    if (!isNew) return toInviteeResource({ links, codes }, invitee)
    const after = { ...invitee, updatedAt: now }
    const name = guest === undefined ? 'invitee.reminders_stopped' : 'invitee.guest_reminders_stopped'
    await recordFact(tx, inviteeFact(name, { links, persons, actor: { type: 'invitee' } }, after, scheduledEvent))
    return toInviteeResource({ links, codes }, after)
  },
})
