import { accountLink } from '#accounts/index.ts'
import type { UrlContext } from '#contract/wire.ts'
import { invitationLink } from '#organizations/index.ts'
import { filled, wallAt, writeDay, writeTime, writeZone } from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'
import type { AccountMailData, RenderedMail } from './mail-data.ts'
import { asHtml, asText, type MailPart } from './mail-layout.ts'

/** The link in it lets the reader act, so it is made here and stored nowhere. */
export const renderAccountMail = (mail: AccountMailData, addressing: UrlContext): RenderedMail => {
  const words = languageOf(mail.locale).mails
  const { subject, pieces } = contentOf(mail, words, addressing)
  return { subject, text: asText(pieces), html: asHtml(pieces) }
}

const line = (text: string): MailPart => ({ kind: 'line', text })

const contentOf = (mail: AccountMailData, words: MailTexts, { links, codes }: UrlContext): { subject: string; pieces: MailPart[] } => {
  switch (mail.kind) {
    case 'invitation': {
      const { organization, inviter, invitationId, sentAt } = mail
      const values = { organization, name: inviter ?? organization }
      const url = invitationLink(links, codes, invitationId, new Date(sentAt))
      return {
        subject: filled(words.invitation.subject, values),
        pieces: [
          line(words.helloSomebody),
          line(filled(words.invitation.intro, values)),
          { kind: 'links', links: [{ text: words.invitation.action, url }] },
          line(words.notYou),
        ],
      }
    }
    case 'password_reset':
    case 'email_change': {
      const notice = mail.kind === 'password_reset' ? words.passwordReset : words.emailChange
      return {
        subject: notice.subject,
        pieces: [
          line(filled(words.hello, { name: mail.name })),
          line(notice.intro),
          { kind: 'links', links: [{ text: notice.action, url: accountLink(links, codes, mail.kind, mail.linkId) }] },
          line(filled(words.worksOnce, { until: untilOf(mail) })),
          line(words.notYou),
        ],
      }
    }
    case 'webhook_disabled': {
      const { subject, intro, advice } = words.webhookDisabled
      return { subject, pieces: [line(filled(words.hello, { name: mail.name })), line(filled(intro, { url: mail.url })), line(advice)] }
    }
    case 'calendar_lost': {
      const { subject, intro, reasons, closed, advice } = words.calendarLost
      const values = { account: mail.account }
      return {
        subject: filled(subject, values),
        pieces: [line(filled(words.hello, { name: mail.name })), line(filled(intro, values)), line(reasons[mail.cause]), line(closed), line(advice)],
      }
    }
  }
}

const untilOf = ({ locale, zone, notation, expiresAt }: Extract<AccountMailData, { expiresAt: number }>): string => {
  const language = languageOf(locale)
  const at = new Date(expiresAt)
  const wall = wallAt(at, zone)
  return `${writeDay(language, wall)}, ${writeTime(language, wall, notation)}, ${writeZone(zone, at)}`
}
