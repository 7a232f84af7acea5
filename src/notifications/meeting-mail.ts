import { calendarUrl, cancelUrl, rescheduleUrl, stopRemindersUrl } from '#bookings/index.ts'
import type { UrlContext } from '#contract/wire.ts'
import {
  filled,
  wallAt,
  writeDay,
  writeLeaf,
  writeSpan,
  writeTime,
  writeTimes,
  writeZone,
} from '#platform/language/moments.ts'
import { day } from '#platform/time/durations.ts'
import { languageOf } from '../../languages/all.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'
import { type Attendee, writeCalendar } from './calendar.ts'
import type { MailPlace, MailSpan, MeetingMailData, NamedAddress, RenderedMail } from './mail-data.ts'
import { asHtml, asText, type DateBlock, type MailLink, type MailPart, type MailRow } from './mail-layout.ts'
import type { MailLook } from './mail-look.ts'

/** What URLs are built from. A stored mail holds only the id: with the URL anybody can act as the invitee. */
interface MailUrlContext extends UrlContext {
  readonly organizationId: string
  readonly recipient: string
  readonly scheduledEventId: string | null
}

/** Renders a mail about a meeting. Only the invitee gets the URLs at which it can be moved and canceled. */
export const renderMeetingMail = (
  mail: MeetingMailData,
  addressing: MailUrlContext,
  writtenAt: Date,
  look: MailLook,
): RenderedMail => {
  const words = languageOf(mail.locale).mails
  const subject = subjectOf(mail, words)
  const stopUrl = stopUrlOf(mail, addressing)
  const buttons = [...joiningFor(mail), ...actionsFor(mail, words, addressing)]
  const parts: MailPart[] = [
    { kind: 'greeting', text: greetingOf(mail, words) },
    { kind: 'heading', text: introOf(mail, words) },
    { kind: 'date', date: dateBlockOf(mail, words) },
    ...(buttons.length > 0 ? [{ kind: 'buttons', links: buttons } as const] : []),
    { kind: 'rows', rows: rowsOf(mail, words) },
    ...(stopUrl === undefined
      ? []
      : [{ kind: 'small links', links: [{ text: words.action.stopReminders, url: stopUrl }] } as const]),
  ]
  const { calendar } = mail
  return {
    subject,
    text: asText(parts),
    html: asHtml(parts, look),
    ...(calendar
      ? {
          calendar: { method: calendar.method, content: calendarOf(mail, addressing, writtenAt) },
          thread: `<${calendar.uid}>`,
        }
      : {}),
    ...replyTo(mail),
    ...(stopUrl === undefined ? {} : { unsubscribe: stopUrl }),
  }
}

/** Replies go to the person on the other side of the meeting, not to our sending address. */
const replyTo = ({ to, invitee, hosts: [host] }: MeetingMailData): { replyTo?: NamedAddress } => {
  const other = to === 'host' ? invitee : host
  return other ? { replyTo: { name: unlessUrl(other.name) ?? other.email, email: other.email } } : {}
}

/** A name that is a URL, or looks like one, is how spammers make us mail their advertising. */
const unlessUrl = (name: string): string | undefined =>
  /:\/\/|www\.|\.[a-z]{2,}(?:[/?#]|$)/i.test(name.trim()) ? undefined : name

const inviteeName = (mail: MeetingMailData): string => {
  const { to, invitee } = mail
  if (!invitee) return hostNames(mail)
  return to === 'host' ? invitee.name : (unlessUrl(invitee.name) ?? invitee.email)
}

const hostNames = ({ hosts }: MeetingMailData): string => hosts.map(({ name }) => name).join(', ')

const subjectOf = (mail: MeetingMailData, words: MailTexts): string => {
  const language = languageOf(mail.locale)
  const start = wallAt(new Date(mail.span.startsAt), mail.zone)
  const pattern = mail.kind === 'booked' && mail.to === 'host' ? words.subject.bookedForHost : words.subject[mail.kind]
  const when = `${writeDay(language, start)}, ${writeTime(language, start, mail.notation ?? undefined)}`
  return filled(pattern, { event: mail.event, name: mail.to === 'host' ? inviteeName(mail) : hostNames(mail), when })
}

const greetingOf = ({ name }: MeetingMailData, words: MailTexts): string => {
  const called = unlessUrl(name)
  return called === undefined || called === '' ? words.helloSomebody : filled(words.hello, { name: called })
}

const introOf = (mail: MeetingMailData, { intro }: MailTexts): string => {
  const { kind, to } = mail
  const pattern =
    kind !== 'booked'
      ? intro[kind]
      : to === 'invitee'
        ? intro.bookedForInvitee
        : to === 'guest'
          ? intro.bookedForGuest
          : intro.bookedForHost
  return filled(pattern, { host: hostNames(mail), invitee: inviteeName(mail) })
}

const dateBlockOf = (mail: MeetingMailData, { label }: MailTexts): DateBlock => {
  const language = languageOf(mail.locale)
  const startsAt = new Date(mail.span.startsAt)
  return {
    leaf: writeLeaf(language, wallAt(startsAt, mail.zone)),
    what: { name: label.what, value: mail.event },
    when: { name: label.when, value: spanIn(mail, mail.span) },
    zone: writeZone(language, mail.zone, startsAt),
    before: mail.before && { name: label.before, value: spanIn(mail, mail.before) },
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

const rowsOf = (mail: MeetingMailData, words: MailTexts): MailRow[] => {
  const { label } = words
  const { place, seats, canceledBy, reason, guests, to, invitee } = mail
  const where = place && placeIn(place, words)
  return [
    ...(where && mail.kind !== 'canceled'
      ? [{ name: label.where, value: where, url: place.kind === 'conference' ? (place.text ?? undefined) : undefined }]
      : []),
    { name: label.host, value: hostNames(mail) },
    ...(invitee
      ? [{ name: label.invitee, value: to === 'host' ? `${invitee.name} (${invitee.email})` : inviteeName(mail) }]
      : []),
    ...(guests.length > 0 ? [{ name: label.guests, value: guests.join(', ') }] : []),
    ...(seats && to === 'host' ? [{ name: label.seats, value: `${seats.taken} / ${seats.limit}` }] : []),
    ...(canceledBy
      ? [
          {
            name: mail.kind === 'moved' ? label.movedBy : label.canceledBy,
            value: unlessUrl(canceledBy) ?? inviteeName(mail),
          },
        ]
      : []),
    ...(reason ? [{ name: label.reason, value: reason }] : []),
    // Guests get no text that the invitee typed: otherwise anybody could have us mail anything to anybody.
    ...(to === 'guest' ? [] : mail.answers.map(({ question, answer }) => ({ name: question, value: answer }))),
  ]
}

const spanIn = ({ locale, zone, notation }: MeetingMailData, { startsAt, endsAt }: MailSpan): string =>
  writeSpan(languageOf(locale), new Date(startsAt), new Date(endsAt), zone, notation ?? undefined)

const placeIn = ({ kind, text, info }: MailPlace, { place }: MailTexts): string => {
  const said = {
    text: text ?? '',
    they_call: text === null ? '' : filled(place.theyCall, { number: text }),
    you_call: text === null ? '' : filled(place.youCall, { number: text }),
    conference: text ?? place.conference,
  }[kind]
  return [said, info ?? ''].filter(Boolean).join('\n')
}

/** Where the call takes place, if it has an address. */
const joiningFor = ({ kind, place, locale }: MeetingMailData): MailLink[] =>
  kind !== 'canceled' && place?.kind === 'conference' && place.text !== null && /^https?:\/\//i.test(place.text)
    ? [{ text: languageOf(locale).pages.join, url: place.text }]
    : []

const actionsFor = (mail: MeetingMailData, words: MailTexts, addressing: MailUrlContext): MailLink[] => {
  const { kind, to, invitee, locale } = mail
  const { action } = words
  if (to === 'host') return hostActions(mail, words, addressing)
  if (to !== 'invitee' || kind === 'canceled' || !invitee) return []
  const holder = { id: invitee.id, organizationId: addressing.organizationId }
  return [
    { text: languageOf(locale).pages.addToCalendar, url: calendarUrl(addressing, holder) },
    { text: action.reschedule, url: rescheduleUrl(addressing, holder) },
    { text: action.cancel, url: cancelUrl(addressing, holder) },
  ]
}

/** Hosts sign in there, so these addresses are no secret. */
const hostActions = (
  { kind, invitee, seats }: MeetingMailData,
  { action }: MailTexts,
  { links, scheduledEventId }: MailUrlContext,
): MailLink[] => {
  if (scheduledEventId === null) return []
  const url = `${links.site}/app/meetings?open=${scheduledEventId}`
  if (kind === 'canceled') return [{ text: action.open, url }]
  return [
    { text: action.open, url },
    ...(invitee && !seats ? [{ text: action.move, url: `${url}&move=${invitee.id}#move` }] : []),
    { text: action.cancel, url: `${url}#cancel` },
  ]
}

/** Where the invitee stops reminders for all whom they bring, and a guest for themselves. */
const stopUrlOf = ({ kind, to, invitee }: MeetingMailData, addressing: MailUrlContext): string | undefined => {
  if (kind !== 'reminder' || to === 'host' || !invitee) return undefined
  const holder = { id: invitee.id, organizationId: addressing.organizationId }
  return stopRemindersUrl(addressing, holder, to === 'guest' ? addressing.recipient : undefined)
}

/** The entry that a mail brings along. */
export const calendarOf = (mail: MeetingMailData, addressing: MailUrlContext, writtenAt: Date): string => {
  const words = languageOf(mail.locale).mails
  const { calendar, span, hosts, invitee, guests, seats, to, place } = mail
  if (!calendar) return ''
  // An entry needs no link to itself. That of a host stands in their calendar, where others may read it.
  const actions = to === 'invitee' ? actionsFor(mail, words, addressing).slice(1) : []
  const lines = [
    ...(place ? [placeIn(place, words)] : []),
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
    location: place ? placeIn(place, words).replaceAll('\n', ', ') : '',
    url: actions[0]?.url,
    organizer: calendar.organizer,
    attendees,
  })
}
