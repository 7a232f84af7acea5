import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { mayChange } from '../rights.ts'
import { findInvitee, unmarkNoShowRow } from '../store/invitees.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

export const unmarkNoShow = write({
  name: 'unmark_no_show',
  summary: 'Say that an invitee was no no-show after all',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, persons, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const held = await lockEventOfInvitee(tx, organizationId, uuid, membershipId)
    const invitee = held && (await findInvitee(tx, organizationId, uuid))
    if (!held || !invitee) throw missing()
    if (!mayChange(principal, held.scheduledEvent)) throw refuse('You do not have permission to access this resource.')
    if (!invitee.noShow) throw missing()

    await unmarkNoShowRow(tx, organizationId, invitee.id, now)
    const after = { ...invitee, noShow: null, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee_no_show.deleted', { links, persons, actor: actorOf(principal) }, after, held.scheduledEvent))
  },
})
