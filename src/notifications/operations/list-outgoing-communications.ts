import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { CommunicationResource, CommunicationsBeside, toCommunicationResource } from '../resources.ts'
import { listCommunications } from '../store/communications.ts'

export const listOutgoingCommunications = list({
  name: 'list_outgoing_communications',
  summary: 'List the messages that were sent about meetings',
  description:
    'For owners and admins: confirmations, changes, cancellations, and reminders of the last 90 days, to invitees, guests, and hosts.',
  scopes: ['outgoing_communications:read'],
  plan: 'enterprise',
  sorting: { fields: [], default: 'created_at:asc' },
  beside: CommunicationsBeside,
  input: z.object({
    organization: referenceTo('organizations').optional(),
    min_created_at: instant.optional(),
    max_created_at: instant.optional(),
  }),
  output: CommunicationResource,

  async run(
    { reader, principal, links, codes, page },
    { organization: organizationId, min_created_at: from, max_created_at: to },
  ) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_access')
    const { page: found, total } = await listCommunications(reader, principal.organizationId, { from, to }, page)
    return {
      ...mapPage(found, (communication) => toCommunicationResource({ links, codes }, communication)),
      beside: { total_count: total },
    }
  },
})
