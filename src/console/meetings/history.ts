import { isAdmin } from '#contract/principal.ts'
import { listMeetingMails } from '#notifications/index.ts'
import { list } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { listMeetingDeliveries } from '#webhooks/index.ts'
import { developersTextsFor } from '../developers/texts.ts'
import { administrationTextsFor } from '../organization/texts.ts'
import { momentOf } from './member-time.ts'
import type { PastMessage } from './panel-view.tsx'

/** The mails about a meeting, and for owners and admins the webhook messages, in the order in which they were sent. */
export const historyOf = async (visit: SignedInVisit, uuid: string): Promise<readonly PastMessage[]> => {
  const { mail } = administrationTextsFor(visit)
  const { webhook } = developersTextsFor(visit)
  const mails = (await list(visit, listMeetingMails, { uuid })).map((one) => ({
    at: one.sent_at ?? one.created_at,
    what: one.subject ?? mail.kinds[one.kind as keyof typeof mail.kinds] ?? one.kind,
    to: one.to ?? mail.erased,
    status: mail.statuses[one.is_written ? 'written' : one.status],
    isWrong: one.status === 'failed',
  }))
  const deliveries = isAdmin(visit.session) ? await list(visit, listMeetingDeliveries, { uuid }) : []
  const messages = deliveries.map((one) => ({
    at: one.attempted_at ?? one.created_at,
    what: one.event,
    to: new URL(one.callback_url).host,
    href: `/app/developers/webhooks/${one.subscription}?open=${one.uuid}`,
    status: webhook.statuses[one.status],
    isWrong: one.status === 'failed',
  }))
  return [...mails, ...messages]
    .sort((one, other) => one.at.localeCompare(other.at))
    .map(({ at, ...message }) => ({ ...message, when: momentOf(visit, at) }))
}
