import { accountLink } from '#accounts/index.ts'
import type { UrlContext } from '#contract/wire.ts'
import { invitationLink } from '#organizations/index.ts'
import { filled, wallAt, writeDay, writeTime, writeZone } from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'
import type { AccountMailData, RenderedMail } from './mail-data.ts'
import { asHtml, asText, type MailPart } from './mail-layout.ts'
import type { MailLook } from './mail-look.ts'

/** The link in it lets the reader act, so it is made here and stored nowhere. */
export const renderAccountMail = (mail: AccountMailData, addressing: UrlContext, look: MailLook): RenderedMail => {
  const words = languageOf(mail.locale).mails
  const { subject, parts } = contentOf(mail, words, addressing)
  return { subject, text: asText(parts), html: asHtml(parts, look) }
}

const line = (text: string): MailPart => ({ kind: 'line', text })
const heading = (text: string): MailPart => ({ kind: 'heading', text })
const note = (text: string): MailPart => ({ kind: 'note', text })
const button = (text: string, url: string): MailPart => ({ kind: 'buttons', links: [{ text, url }] })

const contentOf = (
  mail: AccountMailData,
  words: MailTexts,
  { links, codes }: UrlContext,
): { subject: string; parts: MailPart[] } => {
  switch (mail.kind) {
    case 'invitation': {
      const { organization, inviter, invitationId, sentAt } = mail
      const values = { organization, name: inviter ?? organization }
      const url = invitationLink(links, codes, invitationId, new Date(sentAt))
      return {
        subject: filled(words.invitation.subject, values),
        parts: [
          { kind: 'greeting', text: words.helloSomebody },
          heading(filled(words.invitation.intro, values)),
          button(words.invitation.action, url),
          note(words.notYou),
        ],
      }
    }
    case 'password_reset':
    case 'email_change': {
      const { organization = '' } = mail
      const notice =
        mail.kind === 'email_change'
          ? words.emailChange
          : organization === ''
            ? words.passwordReset
            : words.firstPassword
      return {
        subject: filled(notice.subject, { organization }),
        parts: [
          greeting(mail, words),
          heading(filled(notice.intro, { organization })),
          button(notice.action, accountLink(links, codes, mail.kind, mail.linkId)),
          line(filled(words.worksOnce, { until: untilOf(mail) })),
          note(words.notYou),
        ],
      }
    }
    case 'webhook_disabled': {
      const { subject, reasons } = words.webhookDisabled
      const { intro, advice } =
        mail.reason === undefined ? words.webhookDisabled : { intro: reasons[mail.reason], advice: reasons.advice }
      return {
        subject,
        parts: [
          greeting(mail, words),
          heading(subject),
          line(filled(intro, { url: mail.url, name: mail.creator ?? '' })),
          line(advice),
          button(words.action.open, `${links.site}/app/developers`),
        ],
      }
    }
    case 'calendar_lost': {
      const { subject: pattern, intro, reasons, closed, advice } = words.calendarLost
      const subject = filled(pattern, { account: mail.account })
      const isClosed = mail.cause !== 'removed'
      const explained = isClosed
        ? `${filled(intro, { account: mail.account })} ${reasons[mail.cause]}`
        : reasons.removed
      return {
        subject,
        parts: [
          greeting(mail, words),
          heading(subject),
          line(explained),
          ...(isClosed ? [line(closed), line(advice)] : []),
          button(words.action.open, `${links.site}/app/calendars`),
        ],
      }
    }
    case 'calendar_changed':
      return calendarChanged(mail, words, { links, codes })
  }
}

const calendarChanged = (
  mail: Extract<AccountMailData, { kind: 'calendar_changed' }>,
  words: MailTexts,
  { links }: UrlContext,
) => {
  const { unchanged, restore, ...notices } = words.calendarChanged
  const { meeting: name, movedTo, entryId, change } = mail
  // Mails that were written before a change had a kind.
  const notice = notices[change ?? (movedTo === null ? 'deleted' : 'moved')]
  const values = { name, booked: momentOf(mail, mail.startsAt), there: movedTo === null ? '' : momentOf(mail, movedTo) }
  const url = `${links.site}/app/calendars/changes/${entryId}`
  const subject = filled(notice.subject, values)
  const buttons: MailPart = { kind: 'buttons', links: [notice.action, restore].map((text) => ({ text, url })) }
  return {
    subject,
    parts: [greeting(mail, words), heading(subject), line(filled(notice.intro, values)), buttons, note(unchanged)],
  }
}

const greeting = ({ name }: { readonly name: string }, { hello }: MailTexts): MailPart => ({
  kind: 'greeting',
  text: filled(hello, { name }),
})

const untilOf = (mail: Extract<AccountMailData, { expiresAt: number }>): string => momentOf(mail, mail.expiresAt)

const momentOf = (
  { locale, zone, notation }: Pick<Extract<AccountMailData, { expiresAt: number }>, 'locale' | 'zone' | 'notation'>,
  instant: number,
): string => {
  const language = languageOf(locale)
  const at = new Date(instant)
  const wall = wallAt(at, zone)
  return `${writeDay(language, wall)}, ${writeTime(language, wall, notation)}, ${writeZone(language, zone, at)}`
}
