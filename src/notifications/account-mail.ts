import { accountLink } from '#accounts/index.ts'
import { waitingListUrl } from '#bookings/index.ts'
import type { UrlContext } from '#contract/wire.ts'
import { invitationLink } from '#organizations/index.ts'
import { filled, wallAt, writeDay, writeTime, writeZone } from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'
import type { AccountMailData, RenderedMail } from './mail-data.ts'
import { asHtml, asText, type MailPart } from './mail-layout.ts'
import type { MailStyle } from './mail-style.ts'
import { missingLinkUrl, whyNoLink } from './missing-link.ts'

/** The link authorizes the reader, so it is made here and stored nowhere. */
export const renderAccountMail = (mail: AccountMailData, addressing: UrlContext, style: MailStyle): RenderedMail => {
  const { subject, preheader, parts } = contentOf(mail, languageOf(mail.locale).mails, addressing)
  return { subject, preheader, text: asText(parts), html: asHtml(parts, style) }
}

const line = (text: string): MailPart => ({ kind: 'line', text })
const heading = (text: string): MailPart => ({ kind: 'heading', text })
const note = (text: string): MailPart => ({ kind: 'note', text })
const button = (text: string, url: string): MailPart => ({ kind: 'buttons', links: [{ text, url }] })

interface AccountMailContent {
  readonly subject: string
  readonly preheader: string
  readonly parts: readonly MailPart[]
}

const contentOf = (mail: AccountMailData, texts: MailTexts, { links, codes }: UrlContext): AccountMailContent => {
  switch (mail.kind) {
    case 'invitation': {
      const { organization, inviter, invitationId, sentAt } = mail
      const { subject, intro, action, notExpected } = texts.invitation
      const values = { organization, name: inviter ?? organization }
      const url = invitationLink(links, codes, invitationId, new Date(sentAt))
      return {
        subject: filled(subject, values),
        preheader: filled(intro, values),
        parts: [
          { kind: 'greeting', text: texts.helloWithoutName },
          heading(filled(intro, values)),
          button(filled(action, values), url),
          note(notExpected),
        ],
      }
    }
    case 'password_reset':
    case 'email_change': {
      const { organization = '' } = mail
      const notice =
        mail.kind === 'email_change'
          ? texts.emailChange
          : organization === ''
            ? texts.passwordReset
            : texts.firstPassword
      const intro = filled(notice.intro, { organization })
      return {
        subject: filled(notice.subject, { organization }),
        preheader: intro,
        parts: [
          greeting(mail, texts),
          heading(intro),
          button(notice.action, accountLink(links, codes, mail.kind, mail.linkId)),
          line(filled(texts.worksOnce, { until: untilOf(mail) })),
          note(texts.notRequested),
        ],
      }
    }
    case 'webhook_disabled': {
      const { subject, action, reasons } = texts.webhookDisabled
      const { intro, advice } =
        mail.reason === undefined ? texts.webhookDisabled : { intro: reasons[mail.reason], advice: reasons.advice }
      const explained = filled(intro, { url: mail.url, name: mail.creator ?? '' })
      return {
        subject,
        preheader: explained,
        parts: [
          greeting(mail, texts),
          heading(subject),
          line(explained),
          line(advice),
          button(action, `${links.site}/app/developers`),
        ],
      }
    }
    case 'calendar_lost':
      return calendarLost(mail, texts, { links, codes })
    case 'calendar_changed':
      return calendarChanged(mail, texts, { links, codes })
    case 'account_lost': {
      const { subject, intro, shared, advice, action } = texts.accountLost
      const explained = filled(intro, { account: mail.account })
      return {
        subject: filled(subject, { account: mail.account }),
        preheader: explained,
        parts: [
          greeting(mail, texts),
          heading(filled(subject, { account: mail.account })),
          line(explained),
          ...(mail.isShared ? [line(shared)] : []),
          line(advice),
          button(action, `${links.site}/app/integrations`),
        ],
      }
    }
    case 'sign_in_linked': {
      const { subject, intro, advice, action } = texts.signInLinked
      const explained = filled(intro, { issuer: URL.canParse(mail.issuer) ? new URL(mail.issuer).host : mail.issuer })
      return {
        subject,
        preheader: explained,
        parts: [
          greeting(mail, texts),
          heading(subject),
          line(explained),
          line(advice),
          button(action, `${links.site}/account`),
        ],
      }
    }
    case 'waiting_list': {
      const { joinSubject, joinIntro, joinAction, joinNote } = languageOf(mail.locale).requests.waitingList
      const intro = filled(joinIntro, { event: mail.event })
      return {
        subject: filled(joinSubject, { event: mail.event }),
        preheader: intro,
        parts: [
          greeting(mail, texts),
          heading(intro),
          button(
            joinAction,
            waitingListUrl({ links, codes }, { id: mail.entryId, organizationId: mail.organizationId }),
          ),
          note(joinNote),
        ],
      }
    }
    case 'link_missing':
      return linkMissing(mail, texts, { links, codes })
  }
}

const calendarLost = (
  mail: Extract<AccountMailData, { kind: 'calendar_lost' }>,
  texts: MailTexts,
  { links }: UrlContext,
): AccountMailContent => {
  const { reasons, closed, open, advice, removed, action, ...lost } = texts.calendarLost
  const { account, cause, staysOpen } = mail
  const notice = cause === 'removed' ? removed : lost
  const subject = filled(notice.subject, { account })
  const intro = filled(notice.intro, { account })
  const explained = cause === 'removed' ? intro : `${intro} ${reasons[cause]}`
  return {
    subject,
    preheader: explained,
    parts: [
      greeting(mail, texts),
      heading(subject),
      line(explained),
      ...(cause === 'removed' ? [] : [line(staysOpen ? open : closed), line(advice)]),
      button(action, `${links.site}/app/integrations`),
    ],
  }
}

const calendarChanged = (
  mail: Extract<AccountMailData, { kind: 'calendar_changed' }>,
  texts: MailTexts,
  { links }: UrlContext,
): AccountMailContent => {
  const { unchanged, restore, ...notices } = texts.calendarChanged
  const { meeting: name, movedTo, entryId, change } = mail
  // Mails that were queued by an earlier version have no kind of change.
  const notice = notices[change ?? (movedTo === null ? 'deleted' : 'moved')]
  const values = { name, booked: momentOf(mail, mail.startsAt), there: movedTo === null ? '' : momentOf(mail, movedTo) }
  const url = `${links.site}/app/integrations/changes/${entryId}`
  const subject = filled(notice.subject, values)
  const intro = filled(notice.intro, values)
  const buttons: MailPart = { kind: 'buttons', links: [notice.action, restore].map((text) => ({ text, url })) }
  return {
    subject,
    preheader: intro,
    parts: [greeting(mail, texts), heading(subject), line(intro), buttons, note(unchanged)],
  }
}

const linkMissing = (
  mail: Extract<AccountMailData, { kind: 'link_missing' }>,
  texts: MailTexts,
  addressing: UrlContext,
): AccountMailContent => {
  const { subject, intro, failed, trying, again, enter, until } = texts.missingLink
  const values = { name: mail.meeting, when: momentOf(mail, mail.startsAt) }
  const url = missingLinkUrl(addressing, { ...mail, toldAt: new Date(mail.toldAt) })
  return {
    subject: filled(subject, values),
    preheader: filled(intro, values),
    parts: [
      greeting(mail, texts),
      heading(filled(subject, values)),
      line(filled(intro, values)),
      line(`${whyNoLink(texts, mail.fault)} ${mail.hasFailed ? failed : trying}`),
      { kind: 'buttons', links: [again, enter].map((text) => ({ text, url })) },
      note(until),
    ],
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
