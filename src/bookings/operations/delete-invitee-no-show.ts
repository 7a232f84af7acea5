import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { mayChange } from '../rights.ts'
import { findInvitee, findInviteeByNoShow, unmarkNoShowRow } from '../store/invitees.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

export const deleteInviteeNoShow = write({
  name: 'delete_invitee_no_show',
  summary: 'Delete the mark of a no-show',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, persons, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const marked = await findInviteeByNoShow(tx, organizationId, uuid, membershipId)
    const held = marked && (await lockEventOfInvitee(tx, organizationId, marked.invitee.id, membershipId))
    const invitee = marked && (await findInvitee(tx, organizationId, marked.invitee.id))
    if (!held || !invitee) throw missing()
    if (!mayChange(principal, held.scheduledEvent)) throw refuse('You do not have permission to access this resource.')
    // Another transaction may have deleted or replaced it.
    if (invitee.noShow?.id !== uuid) throw missing()

    await unmarkNoShowRow(tx, organizationId, invitee.id, now)
    const after = { ...invitee, noShow: null, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee_no_show.deleted', { links, persons, actor: actorOf(principal) }, after, held.scheduledEvent))
  },
})
