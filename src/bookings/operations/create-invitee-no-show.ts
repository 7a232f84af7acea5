import { randomUUID } from 'node:crypto'
import { actorOf, recordFact } from '#activity/index.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { NoShowRequest } from '../requests.ts'
import { NoShowResource, toNoShowResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { findInvitee, markNoShowRow } from '../store/invitees.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

export const createInviteeNoShow = write({
  name: 'create_invitee_no_show',
  summary: 'Create a no-show mark',
  scopes: ['scheduled_events:write'],
  input: NoShowRequest,
  output: NoShowResource,

  async run({ tx, principal, links, persons, now }, { inviteeId, eventId }) {
    const { organizationId, membershipId } = principal
    const held = await lockEventOfInvitee(tx, organizationId, inviteeId, membershipId)
    const invitee = held && (await findInvitee(tx, organizationId, inviteeId))
    if (!held || !invitee || (eventId !== undefined && held.scheduledEvent.id !== eventId)) throw missing()
    if (!mayChange(principal, held.scheduledEvent)) throw refuse('no_access')
    if (invitee.status === 'canceled') throw invalid({ parameter: 'base', reason: 'invitee_canceled' })
    if (invitee.noShow) throw invalid({ parameter: 'base', reason: 'marked_already' })

    const noShow = { id: randomUUID(), at: now }
    await markNoShowRow(tx, organizationId, inviteeId, noShow)
    const after = { ...invitee, noShow, updatedAt: now }
    await recordFact(
      tx,
      inviteeFact('invitee_no_show.created', { links, persons, actor: actorOf(principal) }, after, held.scheduledEvent),
    )
    return toNoShowResource(links, invitee, noShow)
  },
})
