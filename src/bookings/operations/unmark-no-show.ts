import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { unmarkNoShowRow } from '../store/invitees.ts'
import { lockInvitee } from '../workflow/lock-meeting.ts'

export const unmarkNoShow = write({
  name: 'unmark_no_show',
  summary: 'Remove a no-show mark',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, persons, now }, { uuid }) {
    const { invitee, scheduledEvent } = await lockInvitee(tx, principal, uuid)
    if (!invitee.noShow) throw missing()

    await unmarkNoShowRow(tx, principal.organizationId, invitee.id, now)
    const after = { ...invitee, noShow: null, updatedAt: now }
    await recordFact(
      tx,
      inviteeFact('invitee_no_show.deleted', { links, persons, actor: actorOf(principal) }, after, scheduledEvent),
    )
  },
})
