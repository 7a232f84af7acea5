import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { toInviteeResource, toScheduledEventResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { asToldOf } from '../scheduled-event.ts'
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
    if (!mayChange(principal, held.event)) throw refuse('You do not have permission to access this resource.')
    // Somebody else may have taken it away, or put another in its place.
    if (invitee.noShow?.id !== uuid) throw missing()

    await unmarkNoShowRow(tx, organizationId, invitee.id, now)
    const subject = {
      invitee: toInviteeResource(links, { ...invitee, noShow: null, updatedAt: now }),
      scheduled_event: toScheduledEventResource(links, asToldOf(held.event, invitee)),
    }
    const person = persons.of(organizationId, invitee.email)
    await recordFact(tx, { name: 'invitee_no_show.deleted', organizationId, actor: actorOf(principal), subject, person, occurredAt: now })
  },
})
