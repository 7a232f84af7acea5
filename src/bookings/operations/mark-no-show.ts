import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { findInvitee, markNoShowRow } from '../store/invitees.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

export const markNoShow = write({
  name: 'mark_no_show',
  summary: 'Mark an invitee as a no-show',
  description: 'Whoever is marked already stays so. The status of the invitee does not change.',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId }),
  output: InviteeResource,

  async run({ tx, principal, links, codes, persons, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const held = await lockEventOfInvitee(tx, organizationId, uuid, membershipId)
    const invitee = held && (await findInvitee(tx, organizationId, uuid))
    if (!held || !invitee) throw missing()
    if (!mayChange(principal, held.scheduledEvent)) throw refuse('You do not have permission to access this resource.')
    if (invitee.status === 'canceled') throw invalid({ parameter: 'base', message: 'Invitee is canceled' })
    if (invitee.noShow) return toInviteeResource({ links, codes }, invitee)

    const noShow = { id: randomUUID(), at: now }
    await markNoShowRow(tx, organizationId, uuid, noShow)
    const after = { ...invitee, noShow, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee_no_show.created', { links, persons, actor: actorOf(principal) }, after, held.scheduledEvent))
    return toInviteeResource({ links, codes }, after)
  },
})
