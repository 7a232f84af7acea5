import { confirmationCode, decisionUrl, requestUrl, waitingListUrl } from '#bookings/index.ts'
import { formatMoney } from '#contract/money.ts'
import type { UrlContext } from '#contract/wire.ts'
import {
  filled,
  wallAt,
  writeDay,
  writeLeaf,
  writeShortDay,
  writeSpan,
  writeTime,
  writeZone,
} from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import type { RenderedMail, RequestMailData } from './mail-data.ts'
import { asHtml, asText, type MailLink, type MailPart } from './mail-layout.ts'
import type { MailStyle } from './mail-style.ts'

/** Renders a mail about a booking request. Its links and its code authorize the reader: they are made here. */
export const renderRequestMail = (
  mail: RequestMailData,
  organizationId: string,
  addressing: UrlContext,
  style: MailStyle,
): RenderedMail => {
  const language = languageOf(mail.locale)
  const { mails: texts, requests } = language
  const startsAt = new Date(mail.span.startsAt)
  const wall = wallAt(startsAt, mail.zone)
  const request = { id: mail.requestId, organizationId }
  const code = mail.news === 'code' ? confirmationCode(addressing.codes, request) : ''
  const values = {
    event: mail.event,
    hosts: mail.hosts.map(({ name }) => name).join(', '),
    name: mail.invitee.name,
    until: untilOf(mail),
    when: `${writeShortDay(language, wall)}, ${writeTime(language, wall, mail.notation ?? undefined)}`,
    code,
    price: mail.paid ? formatMoney(mail.locale, mail.paid) : '',
  }
  const [subject, intro] = sayingsOf(mail, { ...requests.mails, ...requests.waitingList })
  const entry = mail.waitingListEntryId
  const leaveUrl = entry && waitingListUrl(addressing, { id: entry, organizationId })
  const greeting = filled(texts.hello, { name: mail.name })
  const when = writeSpan(language, startsAt, new Date(mail.span.endsAt), mail.zone, mail.notation ?? undefined)
  const rows = [
    ...(mail.news === 'to_decide' || mail.news === 'reminder'
      ? [
          { name: texts.label.invitee, value: `${mail.invitee.name} (${mail.invitee.email})` },
          ...mail.answers.map(({ question, answer }) => ({ name: question, value: answer })),
        ]
      : []),
    ...(mail.reason ? [{ name: texts.label.reason, value: mail.reason }] : []),
  ]
  const buttons = buttonsOf(mail, request, addressing)
  const parts: MailPart[] = [
    { kind: 'greeting', text: greeting },
    { kind: 'heading', text: filled(intro, values) },
    ...(code === '' ? [] : [{ kind: 'heading' as const, text: code }]),
    {
      kind: 'date',
      date: {
        leaf: writeLeaf(language, wall),
        meeting: { name: texts.label.meeting, value: mail.event },
        when: { name: texts.label.when, value: when },
        zone: writeZone(language, mail.zone, startsAt),
        previousTime: null,
        elsewhere: null,
        isOff: ended.includes(mail.news),
      },
    },
    ...(rows.length > 0 ? [{ kind: 'rows' as const, rows }] : []),
    ...(buttons.length > 0 ? [{ kind: 'buttons' as const, links: buttons }] : []),
    ...(leaveUrl && mail.news !== 'offer' ? [{ kind: 'note' as const, text: requests.waitingList.stillWaiting }] : []),
    ...(leaveUrl ? [{ kind: 'buttons' as const, links: [{ text: requests.waitingList.leave, url: leaveUrl }] }] : []),
    ...(code === '' ? [] : [{ kind: 'note' as const, text: requests.mails.codeNotYou }]),
  ]
  return {
    subject: filled(subject, values),
    preheader: filled(intro, values),
    text: asText(parts),
    html: asHtml(parts, style),
    ...(leaveUrl ? { unsubscribe: leaveUrl } : {}),
  }
}

const ended: readonly RequestMailData['news'][] = [
  'not_taken',
  'declined',
  'unpaid',
  'returned',
  'expired',
  'expired_for_host',
  'unpaid_for_host',
  'withdrawn',
]

type Requests = ReturnType<typeof languageOf>['requests']
type Texts = Requests['mails'] & Requests['waitingList']

const sayingsOf = ({ news }: RequestMailData, texts: Texts): readonly [subject: string, intro: string] => {
  switch (news) {
    case 'code':
      return [texts.codeSubject, texts.codeIntro]
    case 'offer':
      return [texts.offerSubject, texts.offerIntro]
    case 'not_taken':
      return [texts.notTakenSubject, texts.notTakenIntro]
    case 'sent':
      return [texts.sentSubject, texts.sentIntro]
    case 'to_decide':
      return [texts.toDecideSubject, texts.toDecideIntro]
    case 'reminder':
      return [texts.reminderSubject, texts.toDecideIntro]
    case 'declined':
      return [texts.declinedSubject, texts.declinedIntro]
    case 'to_pay':
      return [texts.paySubject, texts.payIntro]
    case 'unpaid':
      return [texts.expiredSubject, texts.unpaidIntro]
    case 'returned':
      return [texts.returnedSubject, texts.returnedIntro]
    case 'paid_twice':
      return [texts.returnedSubject, texts.paidTwiceIntro]
    case 'expired':
      return [texts.expiredSubject, texts.expiredIntro]
    case 'expired_for_host':
      return [texts.expiredSubject, texts.expiredForHost]
    case 'unpaid_for_host':
      return [texts.expiredSubject, texts.unpaidForHost]
    case 'withdrawn':
      return [texts.withdrawnSubject, texts.withdrawnIntro]
  }
}

const untilOf = ({ locale, zone, notation, until }: RequestMailData): string => {
  const language = languageOf(locale)
  const wall = wallAt(new Date(until), zone)
  return `${writeDay(language, wall)}, ${writeTime(language, wall, notation ?? undefined)}`
}

/** Links show; only the forms behind them decide. */
const buttonsOf = (
  mail: RequestMailData,
  request: { readonly id: string; readonly organizationId: string },
  addressing: UrlContext,
): MailLink[] => {
  const { requests, pages } = languageOf(mail.locale)
  switch (mail.news) {
    case 'offer':
      return [{ text: requests.waitingList.offerAction, url: requestUrl(addressing, request) }]
    case 'code':
    case 'sent':
      return [{ text: requests.mails.follow, url: requestUrl(addressing, request) }]
    case 'to_pay':
      return [{ text: requests.mails.payNow, url: requestUrl(addressing, request) }]
    case 'to_decide':
    case 'reminder': {
      const url = decisionUrl(addressing, request, mail.membershipId ?? '')
      return [
        { text: requests.accept, url: `${url}#accept` },
        { text: requests.decline, url: `${url}#decline` },
      ]
    }
    case 'declined':
    case 'unpaid':
    case 'returned':
    case 'expired':
      return mail.bookAgainPath ? [{ text: pages.bookAgain, url: `${addressing.links.site}${mail.bookAgainPath}` }] : []
    default:
      return []
  }
}
