import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { markNoShowRow } from '../store/invitees.ts'
import { lockInvitee } from '../workflow/lock-meeting.ts'

export const markNoShow = write({
  name: 'mark_no_show',
  summary: 'Mark an invitee as a no-show',
  description: 'Marking an invitee again changes nothing. The status of the invitee stays the same.',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId }),
  output: InviteeResource,

  async run({ tx, principal, links, codes, persons, now }, { uuid }) {
    const { invitee, scheduledEvent } = await lockInvitee(tx, principal, uuid)
    if (invitee.status === 'canceled') throw invalid({ parameter: 'base', reason: 'invitee_canceled' })
    if (invitee.noShow) return toInviteeResource({ links, codes }, invitee)

    const noShow = { id: randomUUID(), at: now }
    await markNoShowRow(tx, principal.organizationId, uuid, noShow)
    const after = { ...invitee, noShow, updatedAt: now }
    await recordFact(
      tx,
      inviteeFact('invitee_no_show.created', { links, persons, actor: actorOf(principal) }, after, scheduledEvent),
    )
    return toInviteeResource({ links, codes }, after)
  },
})
