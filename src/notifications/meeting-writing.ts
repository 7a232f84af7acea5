import { type Addressing, cancelUrl, rescheduleUrl, stopRemindersUrl } from '#bookings/index.ts'
import { filled, wallAt, writeDay, writeSpan, writeTime, writeZone } from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import type { MailTexts } from '../../languages/mail-texts.ts'
import { type Attendee, writeCalendar } from './calendar.ts'
import type { MeetingLetter, MeetingPlace, Somebody, Span, Writing } from './letter.ts'
import { asHtml, asText, type Piece, type Row } from './paper.ts'

/** What addresses are made with. A letter holds only the id: with an address anybody can act as the invitee. */
interface LetterAddressing extends Addressing {
  readonly organizationId: string
}

/** What a letter about a meeting says. Only whoever booked gets the addresses at which it can be moved and canceled. */
export const writeMeeting = (letter: MeetingLetter, addressing: LetterAddressing, writtenAt: Date): Writing => {
  const words = languageOf(letter.locale).mails
  const subject = subjectOf(letter, words)
  const stopUrl = hasReminders(letter) ? stopRemindersUrl(addressing, { id: letter.invitee.id, organizationId: addressing.organizationId }) : undefined
  const actions = [...actionsFor(letter, words, addressing), ...(stopUrl === undefined ? [] : [{ text: words.action.stopReminders, url: stopUrl }])]
  const pieces: Piece[] = [
    { kind: 'line', text: greetingOf(letter, words) },
    { kind: 'line', text: introOf(letter, words) },
    { kind: 'rows', rows: rowsOf(letter, words) },
    ...(actions.length > 0 ? [{ kind: 'links', links: actions } as const] : []),
  ]
  const { calendar } = letter
  return {
    subject,
    text: asText(pieces),
    html: asHtml(pieces),
    ...(calendar
      ? {
          calendar: { method: calendar.method, content: calendarOf(letter, words, addressing, writtenAt) },
          thread: `<${calendar.uid}>`,
        }
      : {}),
    ...replyTo(letter),
    ...(stopUrl === undefined ? {} : { unsubscribe: stopUrl }),
  }
}

/** Replies go to the person on the other side of the meeting, not to our sending address. */
const replyTo = ({ to, invitee, hosts: [host] }: MeetingLetter): { replyTo?: Somebody } => {
  const other = to === 'host' ? invitee : host
  return other ? { replyTo: { name: safely(other.name) ?? other.email, email: other.email } } : {}
}

/** A name that is an address of the net, or looks like one, is how strangers make us mail their advertising. */
const safely = (name: string): string | undefined => (/:\/\/|www\.|\.[a-z]{2,}(?:[/?#]|$)/i.test(name.trim()) ? undefined : name)

const inviteeName = (letter: MeetingLetter): string => {
  const { to, invitee } = letter
  if (!invitee) return hostNames(letter)
  return to === 'host' ? invitee.name : (safely(invitee.name) ?? invitee.email)
}

const hostNames = ({ hosts }: MeetingLetter): string => hosts.map(({ name }) => name).join(', ')

const subjectOf = (letter: MeetingLetter, words: MailTexts): string => {
  const language = languageOf(letter.locale)
  const start = wallAt(new Date(letter.span.startsAt), letter.zone)
  const pattern = letter.kind === 'booked' && letter.to === 'host' ? words.subject.bookedForHost : words.subject[letter.kind]
  const when = `${writeDay(language, start)}, ${writeTime(language, start, letter.notation ?? undefined)}`
  return filled(pattern, { event: letter.event, name: letter.to === 'host' ? inviteeName(letter) : hostNames(letter), when })
}

const greetingOf = ({ name }: MeetingLetter, words: MailTexts): string => {
  const called = safely(name)
  return called === undefined || called === '' ? words.helloSomebody : filled(words.hello, { name: called })
}

const introOf = (letter: MeetingLetter, { intro }: MailTexts): string => {
  const { kind, to } = letter
  const pattern = kind !== 'booked' ? intro[kind] : to === 'invitee' ? intro.bookedForInvitee : to === 'guest' ? intro.bookedForGuest : intro.bookedForHost
  return filled(pattern, { host: hostNames(letter), invitee: inviteeName(letter) })
}

const rowsOf = (letter: MeetingLetter, words: MailTexts): Row[] => {
  const { label } = words
  const { place, seats, before, canceledBy, reason, guests, to, invitee } = letter
  const where = place && placeIn(place, words)
  return [
    { name: label.what, value: letter.event },
    { name: label.when, value: spanIn(letter, letter.span) },
    ...(before ? [{ name: label.before, value: spanIn(letter, before) }] : []),
    ...(where && letter.kind !== 'canceled'
      ? [{ name: label.where, value: where, url: place.kind === 'conference' ? (place.text ?? undefined) : undefined }]
      : []),
    { name: label.host, value: hostNames(letter) },
    ...(invitee ? [{ name: label.invitee, value: to === 'host' ? `${invitee.name} (${invitee.email})` : inviteeName(letter) }] : []),
    ...(guests.length > 0 ? [{ name: label.guests, value: guests.join(', ') }] : []),
    ...(seats && to === 'host' ? [{ name: label.seats, value: `${seats.taken} / ${seats.limit}` }] : []),
    ...(canceledBy ? [{ name: label.canceledBy, value: canceledBy }] : []),
    ...(reason ? [{ name: label.reason, value: reason }] : []),
    // Guests get no text that the invitee typed: else anybody could have us mail anything to anybody.
    ...(to === 'guest' ? [] : letter.answers.map(({ question, answer }) => ({ name: question, value: answer }))),
  ]
}

const spanIn = ({ locale, zone, notation }: MeetingLetter, { startsAt, endsAt }: Span): string => {
  const start = new Date(startsAt)
  return `${writeSpan(languageOf(locale), start, new Date(endsAt), zone, notation ?? undefined)}\n${writeZone(zone, start)}`
}

const placeIn = ({ kind, text, info }: MeetingPlace, { place }: MailTexts): string => {
  const said = {
    text: text ?? '',
    they_call: text === null ? '' : filled(place.theyCall, { number: text }),
    you_call: text === null ? '' : filled(place.youCall, { number: text }),
    conference: text ?? place.conference,
  }[kind]
  return [said, info ?? ''].filter(Boolean).join('\n')
}

const actionsFor = ({ kind, to, invitee }: MeetingLetter, { action }: MailTexts, addressing: LetterAddressing): { text: string; url: string }[] => {
  if (to !== 'invitee' || kind === 'canceled' || !invitee) return []
  const holder = { id: invitee.id, organizationId: addressing.organizationId }
  return [
    { text: action.reschedule, url: rescheduleUrl(addressing, holder) },
    { text: action.cancel, url: cancelUrl(addressing, holder) },
  ]
}

/** Only who booked may stop them: the address is theirs alone. */
const hasReminders = (letter: MeetingLetter): letter is MeetingLetter & { readonly invitee: NonNullable<MeetingLetter['invitee']> } =>
  letter.kind === 'reminder' && letter.to === 'invitee' && letter.invitee !== null

const calendarOf = (letter: MeetingLetter, words: MailTexts, addressing: LetterAddressing, writtenAt: Date): string => {
  const { calendar, span, hosts, invitee, guests, seats, to, place } = letter
  if (!calendar) return ''
  const actions = actionsFor(letter, words, addressing)
  const lines = [
    ...(place ? [placeIn(place, words)] : []),
    ...(to === 'guest' ? [] : letter.answers.map(({ question, answer }) => `${question}: ${answer}`)),
    ...actions.map(({ text, url }) => `${text}: ${url}`),
  ]
  // Of a meeting that several book, nobody learns here who the others are; the host's own entry is one for all of them.
  const isHostOfMany = seats !== null && to === 'host'
  const attendees: Attendee[] = [
    ...hosts.map((host) => ({ ...host, role: 'CHAIR' as const, state: 'ACCEPTED' as const })),
    ...(isHostOfMany || !invitee ? [] : [{ email: invitee.email, name: inviteeName(letter), role: 'REQ-PARTICIPANT' as const, state: 'ACCEPTED' as const }]),
    ...(isHostOfMany ? [] : guests.map((email) => ({ name: email, email, role: 'REQ-PARTICIPANT' as const, state: 'NEEDS-ACTION' as const }))),
  ]
  const withWhom = to !== 'host' ? hostNames(letter) : isHostOfMany ? `${seats.taken} / ${seats.limit}` : inviteeName(letter)
  return writeCalendar({
    method: calendar.method,
    uid: calendar.uid,
    sequence: calendar.sequence,
    writtenAt,
    startsAt: new Date(span.startsAt),
    endsAt: new Date(span.endsAt),
    summary: `${letter.event} – ${withWhom}`,
    description: lines.filter(Boolean).join('\n\n'),
    location: place ? placeIn(place, words).replaceAll('\n', ', ') : '',
    url: actions[0]?.url,
    organizer: calendar.organizer,
    attendees,
  })
}
