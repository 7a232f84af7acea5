import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { findInvitee, stopRemindersRow } from '../store/invitees.ts'
import { findOrganizationOfInvitee, noMember } from '../store/own-bookings.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

/** For whoever holds the address of a booking. Changes and cancellations are mailed all the same; the hosts are still reminded. */
export const stopOwnReminders = open({
  name: 'stop_own_reminders',
  summary: 'Get no more reminders of a booking, as its invitee',
  input: z.object({ uuid: pathId }),
  output: InviteeResource,

  async run({ tx, links, persons, now }, { uuid }) {
    const organizationId = await findOrganizationOfInvitee(tx, uuid)
    const held = organizationId === undefined ? undefined : await lockEventOfInvitee(tx, organizationId, uuid, noMember)
    const invitee = held && (await findInvitee(tx, held.scheduledEvent.organizationId, uuid))
    if (organizationId === undefined || !held || !invitee) throw missing()
    if (invitee.status === 'canceled') throw refuse('Event is already canceled')

    const isNew = await stopRemindersRow(tx, organizationId, uuid, now)
    if (!isNew) return toInviteeResource(links, invitee)
    const after = { ...invitee, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.reminders_stopped', { links, persons, actor: { type: 'invitee' } }, after, held.scheduledEvent))
    return toInviteeResource(links, after)
  },
})
