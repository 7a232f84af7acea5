import { h } from 'preact'
import { principalOf } from '#accounts/index.ts'
import { idInUri } from '#contract/wire.ts'
import { getMail, listMails, sendTestMail } from '#notifications/index.ts'
import { attemptsOn } from '#pages/attempts.ts'
import { listPage, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { outcomeText } from '../developers/texts.ts'
import { momentOf } from '../meetings/member-time.ts'
import type { Toast } from '../shell/shell.tsx'
import { type MailFilter, mailFilters, SentMail } from './mail-view.tsx'
import { administrationTextsFor } from './texts.ts'

const mailsAtOnce = 50

/** The emails about meetings, with their recipients and delivery statuses. */
export const showMail: ConsoleHandler = async (visit) => {
  const texts = administrationTextsFor(visit)
  const { query } = visit
  const status: MailFilter | undefined = mailFilters.find((one) => one === query.get('status'))
  const page = query.get('page')
  const search = (query.get('q') ?? '').trim().slice(0, 200)
  const first = {
    count: mailsAtOnce,
    ...(status === undefined ? {} : { status }),
    ...(search === '' ? {} : { search }),
  }
  const open = query.get('open')
  const { items, nextToken } = await listPage(visit, listMails, page === null ? first : { page_token: page })
  const { kinds } = texts.mail
  return {
    title: texts.mail.title,
    screen: 'organization',
    toast: toastOf(visit),
    content: h(SentMail, {
      texts,
      token: visit.formToken,
      status,
      search,
      page: page ?? undefined,
      opened: open === null ? undefined : { id: open, text: (await run(visit, getMail, { uuid: open })).text },
      lacksServer: !visit.context.mail.hasServer,
      mails: items.map((mail) => ({
        id: mail.uuid,
        to: mail.to ?? texts.mail.erased,
        subject: mail.subject ?? kinds[mail.kind as keyof typeof kinds] ?? mail.kind,
        status: mail.is_written ? ('written' as const) : mail.status,
        outcome:
          mail.status === 'pending' || mail.status === 'failed' ? outcomeText(visit, mail) || undefined : undefined,
        when: momentOf(visit, mail.sent_at ?? mail.created_at),
        meeting:
          mail.event === null ? undefined : `/app/meetings?${new URLSearchParams({ open: idInUri(mail.event) })}`,
      })),
      older: nextToken,
    }),
  }
}

/** Sends a test email to the signed-in user. */
export const testMail: ConsoleHandler = async (visit) => {
  const { context, session, language } = visit
  await visit.count(...attemptsOn(visit, 'test-mail', session.email))
  const { subject, text } = administrationTextsFor(visit).mail.test
  const to = { name: session.name, address: session.email }
  const outcome = await sendTestMail(context, principalOf(session), { to, subject, text, locale: language.locale })
  const done = outcome.kind === 'accepted' ? 'sent' : outcome.kind === 'written' ? 'written' : 'failed'
  return {
    to: `/app/organization/mail?${new URLSearchParams({ done, of: 'code' in outcome ? String(outcome.code) : outcome.kind })}`,
  }
}

const toastOf = (visit: SignedInVisit): Toast | undefined => {
  const { query, session } = visit
  const texts = administrationTextsFor(visit).mail.test
  const done = (['sent', 'written', 'failed'] as const).find((one) => one === query.get('done'))
  return (
    done && {
      text: filled(texts[done], { email: session.email, code: /^\w{1,20}$/.exec(query.get('of') ?? '')?.[0] ?? '' }),
    }
  )
}
