import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { toInviteeResource, toScheduledEventResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { findInvitee, findInviteeByNoShow, unmarkNoShowRow } from '../store/invitees.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

export const deleteInviteeNoShow = write({
  name: 'delete_invitee_no_show',
  summary: 'Take the mark of a no-show away',
  description: 'By the id of the mark, or by that of the invitee who has it.',
  scopes: ['scheduled_events:write'],
  input: z
    .object({ uuid: pathId.optional(), invitee_uuid: pathId.optional() })
    .transform(({ uuid, invitee_uuid }) => ({ noShowId: uuid, inviteeId: invitee_uuid })),
  output: z.void(),

  async run({ tx, principal, links, persons, now }, { noShowId, inviteeId }) {
    const { organizationId, membershipId } = principal
    const marked = noShowId === undefined ? undefined : await findInviteeByNoShow(tx, organizationId, noShowId, membershipId)
    const id = inviteeId ?? marked?.invitee.id
    const held = id === undefined ? undefined : await lockEventOfInvitee(tx, organizationId, id, membershipId)
    const invitee = held && id !== undefined ? await findInvitee(tx, organizationId, id) : undefined
    if (!held || !invitee) throw missing()
    if (!mayChange(principal, held.event)) throw refuse('You do not have permission to access this resource.')
    if (!invitee.noShow || (noShowId !== undefined && invitee.noShow.id !== noShowId)) throw missing()

    await unmarkNoShowRow(tx, organizationId, invitee.id, now)
    const subject = {
      invitee: toInviteeResource(links, { ...invitee, noShow: null, updatedAt: now }),
      scheduled_event: toScheduledEventResource(links, held.event),
    }
    const person = persons.of(organizationId, invitee.email)
    await recordFact(tx, { name: 'invitee_no_show.deleted', organizationId, actor: actorOf(principal), subject, person, occurredAt: now })
  },
})
