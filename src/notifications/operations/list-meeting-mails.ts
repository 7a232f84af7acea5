import { z } from 'zod'
import { findScheduledEvent, mayView } from '#bookings/index.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { MailResource, toMailResource } from '../resources.ts'
import { listMailsAboutMeeting } from '../store/mail-history.ts'

export const listMeetingMails = collection({
  name: 'list_meeting_mails',
  summary: 'List the mails about a scheduled event, and what became of each',
  description: 'For those who see the event. Those of the last 90 days, at most 200.',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId }),
  output: MailResource,

  async run({ reader, principal, links }, { uuid }) {
    const seen = existing(await findScheduledEvent(reader, principal.organizationId, uuid, principal.membershipId))
    if (!mayView(principal, seen)) throw refuse('may_not_view')
    const mails = await listMailsAboutMeeting(reader, principal.organizationId, uuid)
    return mails.map((mail) => toMailResource(links, mail))
  },
})
