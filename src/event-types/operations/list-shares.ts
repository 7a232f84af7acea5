import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { ShareResource, toShareResource } from '../resources.ts'
import { listShares as listShareRows } from '../store/shares.ts'

export const listShares = list({
  name: 'list_shares',
  summary: 'List shares',
  description:
    'The shares that a user created, and those that others created for event types the user owns or hosts, newest first. Your own, or those of any member for owners and admins. Deleted shares are not listed.',
  scopes: ['shares:read'],
  sorting: { fields: ['created_at'], default: 'created_at:desc' },
  input: z.object({
    user: referenceTo('users'),
    event_type: referenceTo('event_types').optional(),
    min_created_at: instant.optional(),
    max_created_at: instant.optional(),
  }),
  output: ShareResource,

  async run(
    { reader, principal, links, codes, now, page },
    { user: userId, event_type: eventTypeId, min_created_at: from, max_created_at: to },
  ) {
    const { organizationId } = principal
    const membership = existing(await findMembershipOfUser(reader, organizationId, userId))
    if (membership.endedAt) throw refuse('not_a_member')
    if (membership.id !== principal.membershipId && !isAdmin(principal)) throw refuse('no_access')
    const shares = await listShareRows(
      reader,
      organizationId,
      { membershipId: membership.id, eventTypeId, from, to },
      page,
    )
    return mapPage(shares, (share) => toShareResource({ links, codes }, share, now))
  },
})
