import { calendarUrl, cancelUrl, rescheduleUrl, stopRemindersUrl } from '#bookings/index.ts'
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
  writeTimes,
  writeZone,
} from '#platform/language/moments.ts'
import { day } from '#platform/time/durations.ts'
import { languageOf } from '../../languages/all.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'
import { type Attendee, writeCalendar } from './calendar.ts'
import type { MailLocation, MailSpan, MeetingMailData, NamedAddress, RenderedMail } from './mail-data.ts'
import { asHtml, asText, type DateBlock, type MailLink, type MailPart, type MailRow } from './mail-layout.ts'
import type { MailStyle } from './mail-style.ts'

/** What URLs are built from. A stored mail holds only the id: whoever has the URL can act as the invitee. */
export interface MailUrlContext extends UrlContext {
  readonly organizationId: string
  readonly recipient: string
  readonly scheduledEventId: string | null
}

interface MailTimes {
  /** The stamp of the calendar entry. */
  readonly writtenAt: Date
  readonly now: Date
}

/** Renders a mail about a meeting. Only the invitee gets the URLs for rescheduling and canceling. */
export const renderMeetingMail = (
  mail: MeetingMailData,
  addressing: MailUrlContext,
  { writtenAt, now }: MailTimes,
  style: MailStyle,
): RenderedMail => {
  const texts = languageOf(mail.locale).mails
  const stopUrl = stopUrlOf(mail, addressing)
  const buttons = [...joiningFor(mail), ...actionsFor(mail, texts, addressing)]
  const parts: MailPart[] = [
    { kind: 'greeting', text: greetingOf(mail, texts) },
    { kind: 'heading', text: introOf(mail, texts, now) },
    { kind: 'date', date: dateBlockOf(mail, texts) },
    ...(buttons.length > 0 ? [{ kind: 'buttons', links: buttons } as const] : []),
    { kind: 'rows', rows: rowsOf(mail, texts) },
    ...(stopUrl === undefined
      ? []
      : [{ kind: 'small links', links: [{ text: texts.action.stopReminders, url: stopUrl }] } as const]),
  ]
  const { calendar } = mail
  return {
    subject: subjectOf(mail, texts),
    preheader: preheaderOf(mail, texts),
    text: asText(parts),
    html: asHtml(parts, style),
    ...(calendar
      ? {
          calendar: { method: calendar.method, content: calendarOf(mail, addressing, writtenAt) },
          thread: `<${calendar.uid}>`,
        }
      : {}),
    ...replyTo(mail),
    senderName: senderNameOf(mail),
    ...(stopUrl === undefined ? {} : { unsubscribe: stopUrl }),
  }
}

/** Replies go to the person on the other side of the meeting, not to our sending address. */
export const replyTo = ({ to, invitee, hosts: [host] }: MeetingMailData): { replyTo?: NamedAddress } => {
  const other = to === 'host' ? invitee : host
  return other ? { replyTo: { name: unlessUrl(other.name) ?? other.email, email: other.email } } : {}
}

/** Invitees know their host, not our service. Hosts get no mail in the name of a stranger. */
export const senderNameOf = ({ to, hosts: [host] }: MeetingMailData): string | undefined =>
  to === 'host' || !host ? undefined : unlessUrl(host.name)

/** Spammers book under a name that is a URL, so that our mails advertise it. */
export const unlessUrl = (name: string): string | undefined =>
  /:\/\/|www\.|\.[a-z]{2,}(?:[/?#]|$)/i.test(name.trim()) ? undefined : name

export const inviteeName = (mail: MeetingMailData): string => {
  const { to, invitee } = mail
  if (!invitee) return hostNames(mail)
  return to === 'host' ? invitee.name : (unlessUrl(invitee.name) ?? invitee.email)
}

export const hostNames = ({ hosts }: MeetingMailData): string => hosts.map(({ name }) => name).join(', ')

/** The other side of the meeting. */
const otherName = (mail: MeetingMailData): string => (mail.to === 'host' ? inviteeName(mail) : hostNames(mail))

const subjectOf = (mail: MeetingMailData, { subject }: MailTexts): string => {
  const language = languageOf(mail.locale)
  const start = wallAt(new Date(mail.span.startsAt), mail.zone)
  const pattern = mail.news
    ? subject.linked
    : mail.kind === 'booked' && mail.to === 'host'
      ? subject.bookedForHost
      : subject[mail.kind]
  const when = `${writeShortDay(language, start)}, ${writeTime(language, start, mail.notation ?? undefined)}`
  return filled(pattern, { event: mail.event, name: otherName(mail), when })
}

export const preheaderOf = (mail: MeetingMailData, texts: MailTexts): string => {
  const location = mail.kind === 'canceled' || !mail.place ? '' : locationIn(mail, mail.place, texts)
  return [spanIn(mail, mail.span), location.replaceAll('\n', ', ')].filter(Boolean).join(' · ')
}

const greetingOf = ({ name }: MeetingMailData, { hello, helloWithoutName }: MailTexts): string => {
  const called = unlessUrl(name)
  return called === undefined || called === '' ? helloWithoutName : filled(hello, { name: called })
}

const introOf = (mail: MeetingMailData, { intro, moment }: MailTexts, now: Date): string =>
  filled(mail.news ? intro.linked : introPatternOf(mail, intro), {
    host: hostNames(mail),
    invitee: inviteeName(mail),
    name: otherName(mail),
    event: mail.event,
    when: momentOf(mail, moment, now),
  })

const introPatternOf = ({ kind, to, seats, invitee, calendar }: MeetingMailData, intro: MailTexts['intro']): string => {
  const isHostOfGroup = to === 'host' && seats !== null
  switch (kind) {
    case 'booked':
      return to === 'invitee' ? intro.bookedForInvitee : to === 'guest' ? intro.bookedForGuest : intro.bookedForHost
    case 'moved':
      return intro.moved
    case 'canceled':
      if (isHostOfGroup && invitee && calendar?.method === 'REQUEST') return intro.seatCanceled
      return isHostOfGroup ? intro.groupCanceled : intro.canceled
    case 'reminder':
      return isHostOfGroup ? intro.groupReminder : intro.reminder
  }
}

/** `tomorrow at 9:30 am`, in the zone of the reader. */
const momentOf = ({ locale, zone, notation, span }: MeetingMailData, texts: MailTexts['moment'], now: Date): string => {
  const language = languageOf(locale)
  const [start, today] = [wallAt(new Date(span.startsAt), zone), wallAt(now, zone)]
  const daysAhead = Math.floor(start.getTime() / day) - Math.floor(today.getTime() / day)
  const pattern = daysAhead === 0 ? texts.today : daysAhead === 1 ? texts.tomorrow : texts.later
  return filled(pattern, {
    day: writeDay(language, start),
    time: writeTime(language, start, notation ?? undefined),
  })
}

export const dateBlockOf = (mail: MeetingMailData, { label }: MailTexts): DateBlock => {
  const language = languageOf(mail.locale)
  const startsAt = new Date(mail.span.startsAt)
  return {
    leaf: writeLeaf(language, wallAt(startsAt, mail.zone)),
    meeting: { name: label.meeting, value: mail.event },
    when: { name: label.when, value: spanIn(mail, mail.span) },
    zone: writeZone(language, mail.zone, startsAt),
    previousTime: mail.before && { name: label.previousTime, value: spanIn(mail, mail.before) },
    elsewhere: elsewhereOf(mail),
    isOff: mail.kind === 'canceled',
  }
}

/**
 * The time in the zone of the other side, where their clock shows another. With the day, where that differs as well.
 */
const elsewhereOf = ({ other, span, zone, locale, notation, to }: MeetingMailData): MailRow | null => {
  const [startsAt, endsAt] = [new Date(span.startsAt), new Date(span.endsAt)]
  const name = other && (to === 'host' ? other.name : unlessUrl(other.name))
  if (!other || name === undefined) return null
  const [here, there] = [wallAt(startsAt, zone).getTime(), wallAt(startsAt, other.zone).getTime()]
  if (here === there) return null
  const write = Math.floor(here / day) === Math.floor(there / day) ? writeTimes : writeSpan
  return {
    name,
    value: `${write(languageOf(locale), startsAt, endsAt, other.zone, notation ?? undefined)}, ${writeZone(languageOf(locale), other.zone, startsAt)}`,
  }
}

/** Without the row of the reader's own name. */
const rowsOf = (mail: MeetingMailData, texts: MailTexts): MailRow[] => {
  const { label } = texts
  const { place, seats, canceledBy, reason, guests, to, invitee, hosts, paid } = mail
  const location = place && locationIn(mail, place, texts)
  return [
    ...(location && mail.kind !== 'canceled'
      ? [
          {
            name: label.location,
            value: location,
            url: place.kind === 'conference' ? (place.text ?? undefined) : undefined,
          },
        ]
      : []),
    ...(to === 'host' && hosts.length === 1 ? [] : [{ name: label.host, value: hostNames(mail) }]),
    ...(invitee && to !== 'invitee'
      ? [{ name: label.invitee, value: to === 'host' ? `${invitee.name} (${invitee.email})` : inviteeName(mail) }]
      : []),
    ...(guests.length > 0 ? [{ name: label.guests, value: guests.join(', ') }] : []),
    ...(seats && to === 'host' ? [{ name: label.seats, value: `${seats.taken} / ${seats.limit}` }] : []),
    ...(paid && to !== 'guest' ? [{ name: label.paid, value: formatMoney(mail.locale, paid) }] : []),
    ...(canceledBy
      ? [
          {
            name: mail.kind === 'moved' ? label.rescheduledBy : label.canceledBy,
            value: unlessUrl(canceledBy) ?? inviteeName(mail),
          },
        ]
      : []),
    ...(reason ? [{ name: label.reason, value: reason }] : []),
    // Guests get no text that the invitee typed: otherwise anybody could have us mail anything to anybody.
    ...(to === 'guest' ? [] : mail.answers.map(({ question, answer }) => ({ name: question, value: answer }))),
  ]
}

export const spanIn = ({ locale, zone, notation }: MeetingMailData, { startsAt, endsAt }: MailSpan): string =>
  writeSpan(languageOf(locale), new Date(startsAt), new Date(endsAt), zone, notation ?? undefined)

export const locationIn = (
  { to }: Pick<MeetingMailData, 'to'>,
  { kind, text, info }: MailLocation,
  { location }: MailTexts,
): string => {
  const withNumber = (pattern: string): string => (text === null ? '' : filled(pattern, { number: text }))
  const shown = {
    text: text ?? '',
    they_call: withNumber(location.hostCalls),
    you_call: withNumber(to === 'host' ? location.inviteeCallsYou : location.inviteeCalls),
    conference: text ?? location.conference,
  }[kind]
  return [shown, info ?? ''].filter(Boolean).join('\n')
}

/** The URL of the video call, if there is one. */
export const joiningFor = ({ kind, place, locale }: MeetingMailData): MailLink[] =>
  kind !== 'canceled' && place?.kind === 'conference' && place.text !== null && /^https?:\/\//i.test(place.text)
    ? [{ text: languageOf(locale).pages.join, url: place.text }]
    : []

export const actionsFor = (mail: MeetingMailData, texts: MailTexts, addressing: MailUrlContext): MailLink[] => {
  const { kind, to, invitee, locale, bookAgainPath } = mail
  const { action } = texts
  if (to === 'host') return hostActions(mail, texts, addressing)
  if (to !== 'invitee' || !invitee) return []
  const { addToCalendar, bookAgain } = languageOf(locale).pages
  if (kind === 'canceled')
    return bookAgainPath ? [{ text: bookAgain, url: `${addressing.links.site}${bookAgainPath}` }] : []
  const holder = { id: invitee.id, organizationId: addressing.organizationId }
  return [
    { text: addToCalendar, url: calendarUrl(addressing, holder) },
    { text: action.reschedule, url: rescheduleUrl(addressing, holder) },
    { text: action.cancel, url: cancelUrl(addressing, holder) },
  ]
}

/** Hosts sign in at these URLs, so they are no secret. */
const hostActions = (
  { kind, invitee, seats }: MeetingMailData,
  { action }: MailTexts,
  { links, scheduledEventId }: MailUrlContext,
): MailLink[] => {
  if (scheduledEventId === null) return []
  const url = `${links.site}/app/meetings?open=${scheduledEventId}`
  const view = { text: action.view, url }
  if (kind === 'canceled') return [view]
  return [
    view,
    ...(invitee && !seats ? [{ text: action.reschedule, url: `${url}&move=${invitee.id}#move` }] : []),
    { text: action.cancel, url: `${url}#cancel` },
  ]
}

/** The invitee stops reminders for themselves and their guests, a guest only for themselves. */
const stopUrlOf = ({ kind, to, invitee }: MeetingMailData, addressing: MailUrlContext): string | undefined => {
  if (kind !== 'reminder' || to === 'host' || !invitee) return undefined
  const holder = { id: invitee.id, organizationId: addressing.organizationId }
  return stopRemindersUrl(addressing, holder, to === 'guest' ? addressing.recipient : undefined)
}

/** The calendar entry that is attached to a mail. */
export const calendarOf = (mail: MeetingMailData, addressing: MailUrlContext, writtenAt: Date): string => {
  const texts = languageOf(mail.locale).mails
  const { calendar, kind, span, hosts, invitee, guests, seats, to, place } = mail
  if (!calendar) return ''
  const location = place ? locationIn(mail, place, texts) : ''
  // An entry needs no link to itself. That of a host stands in their calendar, where others may read it.
  const actions = to === 'invitee' && kind !== 'canceled' ? actionsFor(mail, texts, addressing).slice(1) : []
  const lines = [
    ...(location === '' ? [] : [location]),
    ...(to === 'guest' ? [] : mail.answers.map(({ question, answer }) => `${question}: ${answer}`)),
    ...actions.map(({ text, url }) => `${text}: ${url}`),
  ]
  // In a group meeting, invitees do not learn who the others are; the host's own entry is one for all of them.
  const isHostOfMany = seats !== null && to === 'host'
  const attendees: Attendee[] = [
    ...hosts.map((host) => ({ ...host, role: 'CHAIR' as const, state: 'ACCEPTED' as const })),
    ...(isHostOfMany || !invitee
      ? []
      : [
          {
            email: invitee.email,
            name: inviteeName(mail),
            role: 'REQ-PARTICIPANT' as const,
            state: 'ACCEPTED' as const,
          },
        ]),
    ...(isHostOfMany
      ? []
      : guests.map((email) => ({
          name: email,
          email,
          role: 'REQ-PARTICIPANT' as const,
          state: 'NEEDS-ACTION' as const,
        }))),
  ]
  const withWhom =
    to !== 'host' ? hostNames(mail) : isHostOfMany ? `${seats.taken} / ${seats.limit}` : inviteeName(mail)
  return writeCalendar({
    method: calendar.method,
    uid: calendar.uid,
    sequence: calendar.sequence,
    writtenAt,
    startsAt: new Date(span.startsAt),
    endsAt: new Date(span.endsAt),
    summary: `${mail.event} – ${withWhom}`,
    description: lines.filter(Boolean).join('\n\n'),
    location: location.replaceAll('\n', ', '),
    url: actions[0]?.url,
    organizer: calendar.organizer,
    attendees,
  })
}
