import { z } from 'zod'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { mayView } from '../rights.ts'
import { findSeenInvitee } from '../store/invitees.ts'

export const getInvitee = read({
  name: 'get_invitee',
  summary: 'Get an invitee of a scheduled event',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId, invitee_uuid: pathId }),
  output: InviteeResource,

  async run({ reader, principal, links, codes }, { uuid: eventId, invitee_uuid: inviteeId }) {
    const seen = await findSeenInvitee(reader, principal.organizationId, inviteeId, principal.membershipId)
    if (seen?.invitee.scheduledEventId !== eventId) throw missing()
    if (!mayView(principal, seen)) throw refuse('no_permission_to_view')
    return toInviteeResource({ links, codes }, seen.invitee)
  },
})
