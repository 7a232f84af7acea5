import { z } from 'zod'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { NoShowResource, toNoShowResource } from '../resources.ts'
import { mayView } from '../rights.ts'
import { findInviteeByNoShow } from '../store/invitees.ts'

export const getInviteeNoShow = read({
  name: 'get_invitee_no_show',
  summary: 'Get a no-show mark',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId }),
  output: NoShowResource,

  async run({ reader, principal, links }, { uuid }) {
    const seen = await findInviteeByNoShow(reader, principal.organizationId, uuid, principal.membershipId)
    if (!seen?.invitee.noShow) throw missing()
    if (!mayView(principal, seen)) throw refuse('no_access')
    return toNoShowResource(links, seen.invitee, seen.invitee.noShow)
  },
})
