import { h } from 'preact'
import { idInUri } from '#contract/wire.ts'
import { listMails } from '#notifications/index.ts'
import { listPage } from '#pages/run-operation.ts'
import { type MailFilter, mailFilters, SentMail } from '../../../web/console/organization/mail.tsx'
import type { ConsoleHandler } from '../console-page.ts'
import { momentOf } from '../meetings/member-time.ts'
import { administrationTextsFor } from './words.ts'

const mailsAtOnce = 50

/** The mails about meetings: to whom, what, when, and what became of each. */
export const showMail: ConsoleHandler = async (visit) => {
  const texts = administrationTextsFor(visit)
  const { query } = visit
  const status: MailFilter | undefined = mailFilters.find((one) => one === query.get('status'))
  const page = query.get('page')
  const first = { count: mailsAtOnce, ...(status === undefined ? {} : { status }) }
  const { items, nextToken } = await listPage(visit, listMails, page === null ? first : { page_token: page })
  const { kinds } = texts.mail
  return {
    title: texts.mail.title,
    screen: 'organization',
    content: h(SentMail, {
      texts,
      status,
      lacksServer: !visit.context.mail.hasServer,
      mails: items.map((mail) => ({
        id: mail.uuid,
        to: mail.to ?? texts.mail.erased,
        subject: mail.subject ?? kinds[mail.kind as keyof typeof kinds] ?? mail.kind,
        status: mail.status,
        outcome: mail.status === 'pending' || mail.status === 'failed' ? (mail.outcome ?? undefined) : undefined,
        when: momentOf(visit, mail.sent_at ?? mail.created_at),
        meeting: mail.event === null ? undefined : `/app/meetings?${new URLSearchParams({ open: idInUri(mail.event) })}`,
      })),
      older: nextToken,
    }),
  }
}
