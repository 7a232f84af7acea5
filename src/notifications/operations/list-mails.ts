import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { list } from '#execution/operation.ts'
import { mailStatuses } from '../mail.ts'
import { MailResource, toMailResource } from '../resources.ts'
import { listMails as listStoredMails } from '../store/mail-history.ts'

export const listMails = list({
  name: 'list_mails',
  summary: 'List the mails about meetings of the last 90 days, and what became of each',
  description: 'For owners and admins. Those that wait or have failed, too.',
  scopes: ['outgoing_communications:read'],
  plan: 'enterprise',
  sorting: { fields: [], default: 'created_at:desc' },
  input: z.object({ status: z.enum(mailStatuses).optional(), search: z.string().max(200).optional() }),
  output: MailResource,

  async run({ reader, principal, links, page }, filter) {
    if (!isAdmin(principal)) throw refuse('no_access')
    return mapPage(await listStoredMails(reader, principal.organizationId, filter, page), (mail) =>
      toMailResource(links, mail),
    )
  },
})
