import { randomUUID } from 'node:crypto'
import { actorOf, recordFact } from '#activity/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { NoShowRequest } from '../requests.ts'
import { NoShowResource, toNoShowResource } from '../resources.ts'
import { markNoShowRow } from '../store/invitees.ts'
import { lockInvitee } from '../workflow/lock-meeting.ts'

export const createInviteeNoShow = write({
  name: 'create_invitee_no_show',
  summary: 'Create a no-show mark',
  scopes: ['scheduled_events:write'],
  input: NoShowRequest,
  output: NoShowResource,

  async run({ tx, principal, links, persons, now }, { inviteeId, eventId }) {
    const { invitee, scheduledEvent } = await lockInvitee(tx, principal, inviteeId)
    if (eventId !== undefined && scheduledEvent.id !== eventId) throw missing()
    if (invitee.status === 'canceled') throw invalid({ parameter: 'base', reason: 'invitee_canceled' })
    if (invitee.noShow) throw invalid({ parameter: 'base', reason: 'marked_already' })

    const noShow = { id: randomUUID(), at: now }
    await markNoShowRow(tx, principal.organizationId, inviteeId, noShow)
    const after = { ...invitee, noShow, updatedAt: now }
    await recordFact(
      tx,
      inviteeFact('invitee_no_show.created', { links, persons, actor: actorOf(principal) }, after, scheduledEvent),
    )
    return toNoShowResource(links, invitee, noShow)
  },
})
