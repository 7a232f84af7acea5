import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { existing, missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { findInviteeByNoShow, unmarkNoShowRow } from '../store/invitees.ts'
import { lockInvitee } from '../workflow/lock-meeting.ts'

export const deleteInviteeNoShow = write({
  name: 'delete_invitee_no_show',
  summary: 'Delete a no-show mark',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, persons, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const marked = existing(await findInviteeByNoShow(tx, organizationId, uuid, membershipId))
    const { invitee, scheduledEvent } = await lockInvitee(tx, principal, marked.invitee.id)
    // Another transaction may have deleted or replaced it.
    if (invitee.noShow?.id !== uuid) throw missing()

    await unmarkNoShowRow(tx, organizationId, invitee.id, now)
    const after = { ...invitee, noShow: null, updatedAt: now }
    await recordFact(
      tx,
      inviteeFact('invitee_no_show.deleted', { links, persons, actor: actorOf(principal) }, after, scheduledEvent),
    )
  },
})
