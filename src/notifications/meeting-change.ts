import { createHash } from 'node:crypto'
import { erasedPerson } from '#contract/erased.ts'
import { moneyOf } from '#contract/money.ts'
import { idInUri } from '#contract/wire.ts'
import { readInstant } from '#platform/time/instant.ts'
import type { Notation } from '../../languages/language.ts'
import type {
  CalendarReference,
  MailLocation,
  MailSpan,
  MeetingChangeKind,
  MeetingMailData,
  NamedAddress,
  RecipientRole,
} from './mail-data.ts'

/** An invitee as facts store them; only the fields that are used here. */
export interface RecordedInvitee {
  readonly uri: string
  readonly name: string
  readonly email: string
  readonly timezone: string | null
  readonly questions_and_answers: readonly { readonly question: string; readonly answer: string }[]
  readonly old_invitee?: string | null
  readonly cancellation?: RecordedCancellation | undefined
  readonly payment?: { readonly amount: number; readonly currency: string } | null
}

interface RecordedCancellation {
  readonly canceled_by: string
  readonly canceler_type?: 'host' | 'invitee'
  readonly reason: string | null
}

/** A meeting as facts store it. */
export interface RecordedEvent {
  readonly uri: string
  readonly name: string | null
  readonly status: 'active' | 'canceled'
  readonly start_time: string
  readonly end_time: string
  readonly event_type: string
  readonly location: RecordedLocation | null
  readonly invitees_counter: { readonly total: number; readonly active: number; readonly limit: number }
  readonly event_memberships: readonly {
    readonly user: string
    readonly user_email: string
    readonly user_name: string
  }[]
  readonly event_guests: readonly { readonly email: string }[]
  readonly cancellation?: RecordedCancellation | undefined
}

interface RecordedLocation {
  /** Null when there is no location. */
  readonly type: string | null
  readonly location: string | null
  readonly join_url: string | null
  readonly status?: string | null
  readonly additional_info?: string | null
}

/** A change of a meeting, and whom it concerns. */
export interface MeetingChange {
  readonly organizationId: string
  /** When it happened, of what a fact tells. */
  readonly occurredAt?: Date
  readonly kind: MeetingChangeKind
  /** Of a meeting that everybody knows of: it has its link by now. */
  readonly news?: 'link' | undefined
  /** Null when it concerns all invitees: then the hosts get one mail. */
  readonly invitee: RecordedInvitee | null
  /** The language of the page on which they booked. */
  readonly locale?: string | null | undefined
  /** How that page wrote times. */
  readonly notation?: Notation | null | undefined
  readonly event: RecordedEvent
  /** Their meeting before the move. */
  readonly before?: RecordedEvent | undefined
  /** Who moved it, and why. */
  readonly moved?: RecordedCancellation | undefined
  readonly toHosts: boolean
  /** The invitee has stopped reminders, so neither they nor their guests get one. */
  readonly toHostsAlone?: boolean
  /** Guests who have stopped reminders for themselves. */
  readonly quietGuests?: readonly string[]
}

/** What is loaded besides the facts. */
export interface MailContext {
  /** The language that is set for an event type. */
  locale(eventTypeId: string): string | null
  /** The path of the page of an event type; null while it takes no bookings from everyone. */
  bookingPath(eventTypeId: string): string | null
  member(userId: string):
    | {
        /** Where they are a member now; null when they are nowhere. */
        readonly organizationId: string | null
        readonly membershipId: string | null
        readonly zone: string
        readonly notation: Notation
        readonly locale: string
        readonly unwanted: readonly MeetingChangeKind[]
      }
    | undefined
  /** The entry of this invitee in calendars, since their first booking. */
  moveHistory(inviteeId: string): MoveHistory | undefined
  /** The entry of a meeting that came by an import. */
  given(scheduledEventId: string): { readonly uid: string; readonly sequence: number } | undefined
}

export interface MoveHistory {
  readonly uid: string
  readonly sequence: number
  readonly organizer: NamedAddress | null
}

/** A mail and its recipient. */
export interface AddressedMail {
  readonly recipient: string
  /** Of a host. */
  readonly membershipId?: string
  readonly mail: MeetingMailData
  readonly ids: { readonly inviteeId: string | null; readonly scheduledEventId: string; readonly eventTypeId: string }
}

/** Every mail about this change: to the invitee, their guests, and the hosts. Erased people get none. */
export const mailsFor = (change: MeetingChange, context: MailContext): AddressedMail[] =>
  [
    ...(change.invitee && !change.toHostsAlone ? toInviteeAndGuests(change, change.invitee, context) : []),
    ...(change.toHosts ? toHosts(change, context) : []),
    ...toReleasedHosts(change, context),
  ].filter(({ recipient }) => recipient !== erasedPerson.email)

const toInviteeAndGuests = (change: MeetingChange, invitee: RecordedInvitee, context: MailContext): AddressedMail[] => {
  const zone = invitee.timezone ?? 'UTC'
  const [host] = change.event.event_memberships
  const hostZone = host && context.member(idInUri(host.user))?.zone
  const other = host && hostZone !== undefined ? { name: host.user_name, zone: hostZone } : undefined
  const write = (to: RecipientRole, name: string, recipient: string): AddressedMail => ({
    recipient,
    ids: idsOf(change),
    mail: { ...mailDataFrom(change, context, to), to, name, zone, other, calendar: inviteeCalendar(change, context) },
  })
  const guests = guestsOf(change).filter((email) => !change.quietGuests?.includes(email))
  return [write('invitee', invitee.name, invitee.email), ...guests.map((email) => write('guest', '', email))]
}

const toHosts = (change: MeetingChange, context: MailContext): AddressedMail[] =>
  change.event.event_memberships.flatMap((host) =>
    toHost(
      change,
      host,
      context,
      isGroupMeeting(change.event) ? eventCalendar(change.event, context) : inviteeCalendar(change, context),
    ),
  )

/**
 * When a meeting moves to other hosts, or its last invitee leaves, the previous hosts learn that their time is free.
 */
const toReleasedHosts = (change: MeetingChange, context: MailContext): AddressedMail[] => {
  const { before, event } = change
  if (change.kind !== 'moved' || !before) return []
  const left: MeetingChange = {
    ...change,
    kind: 'canceled',
    event: { ...before, status: 'canceled' },
    before: undefined,
  }
  if (isGroupMeeting(before))
    return before.status === 'canceled'
      ? before.event_memberships.flatMap((host) => toHost(left, host, context, eventCalendar(before, context)))
      : []
  const stay = new Set(event.event_memberships.map(({ user }) => user))
  const gone = before.event_memberships.filter(({ user }) => !stay.has(user))
  return gone.flatMap((host) => toHost(left, host, context, { ...inviteeCalendar(change, context), method: 'CANCEL' }))
}

/**
 * None where the host does not want mails of this kind, or has left the organization: its invitees are not theirs to
 * know any more.
 */
const toHost = (
  change: MeetingChange,
  host: RecordedEvent['event_memberships'][number],
  context: MailContext,
  calendar: CalendarReference,
): AddressedMail[] => {
  const member = context.member(idInUri(host.user))
  if (!member?.membershipId || member.organizationId !== change.organizationId || member.unwanted.includes(change.kind))
    return []
  const { zone, notation } = member
  const locale = context.locale(idInUri(change.event.event_type)) ?? member.locale
  const { invitee } = change
  const other = invitee?.timezone ? { name: invitee.name, zone: invitee.timezone } : undefined
  return [
    {
      recipient: host.user_email,
      membershipId: member.membershipId,
      ids: idsOf(change),
      mail: {
        ...mailDataFrom(change, context, 'host'),
        to: 'host',
        name: host.user_name,
        locale,
        zone,
        notation,
        other,
        calendar,
      },
    },
  ]
}

const mailDataFrom = (
  change: MeetingChange,
  { locale, bookingPath }: MailContext,
  to: RecipientRole,
): MeetingMailData => {
  const { kind, event, before, invitee, moved } = change
  const { active: taken, limit } = event.invitees_counter
  const cancellation = moved ?? (kind === 'canceled' ? (invitee?.cancellation ?? event.cancellation) : undefined)
  return {
    kind,
    ...(change.news ? { news: change.news } : {}),
    to,
    name: '',
    locale: change.locale ?? locale(idInUri(event.event_type)) ?? 'en',
    zone: 'UTC',
    notation: change.notation ?? null,
    event: event.name ?? '',
    span: spanOf(event),
    before: before ? spanOf(before) : null,
    place: mailLocationOf(event.location),
    hosts: event.event_memberships.map(({ user_name, user_email }) => ({ name: user_name, email: user_email })),
    invitee: invitee && { id: idInUri(invitee.uri), name: invitee.name, email: invitee.email },
    guests: guestsOf(change),
    answers: (invitee?.questions_and_answers ?? []).map(({ question, answer }) => ({ question, answer })),
    seats: isGroupMeeting(event) ? { taken, limit } : null,
    canceledBy: cancellation?.canceled_by ?? null,
    reason: cancellation && mayReadReason(cancellation, to) ? cancellation.reason : null,
    paid: invitee?.payment ? moneyOf(invitee.payment.amount, invitee.payment.currency) : undefined,
    bookAgainPath: kind === 'canceled' && to === 'invitee' ? bookingPath(idInUri(event.event_type)) : null,
    calendar: null,
  }
}

/** Guests get no text that an invitee typed: otherwise anybody could have us mail anything to anybody. */
const mayReadReason = ({ canceler_type }: RecordedCancellation, to: RecipientRole): boolean =>
  to !== 'guest' || canceler_type === 'host'

const guestsOf = ({ event, invitee }: MeetingChange): string[] =>
  invitee ? event.event_guests.map(({ email }) => email) : []

const idsOf = ({ invitee, event }: MeetingChange): AddressedMail['ids'] => ({
  inviteeId: invitee && idInUri(invitee.uri),
  scheduledEventId: idInUri(event.uri),
  eventTypeId: idInUri(event.event_type),
})

const spanOf = ({ start_time, end_time }: RecordedEvent): MailSpan => ({
  startsAt: timeOf(start_time),
  endsAt: timeOf(end_time),
})

const timeOf = (text: string): number => {
  const instant = readInstant(text)
  if (!instant) throw new Error('A fact has a time that cannot be read.')
  return instant.getTime()
}

export const mailLocationOf = (location: RecordedLocation | null): MailLocation | null => {
  if (!location || location.type === null) return null
  const info = location.additional_info ?? null
  switch (location.type) {
    case 'outbound_call':
      return { kind: 'they_call', text: location.location, info }
    case 'inbound_call':
      return { kind: 'you_call', text: location.location, info }
    case 'physical':
    case 'ask_invitee':
      return { kind: 'text', text: location.location, info }
    case 'custom':
      return location.join_url === null
        ? { kind: 'text', text: location.location, info }
        : { kind: 'conference', text: location.join_url, info }
    default:
      return {
        ...{ kind: 'conference', text: location.join_url, info },
        ...(isComing(location) ? { isComing: true } : {}),
      }
  }
}

const isComing = ({ status }: RecordedLocation): boolean => status === 'initiated' || status === 'processing'

/** A group meeting: several invitees share it. */
const isGroupMeeting = ({ invitees_counter }: RecordedEvent): boolean => invitees_counter.limit > 1

/**
 * The calendar entry of one invitee: it moves with them. Every move raises the sequence by one, and canceling by one
 * more.
 */
const inviteeCalendar = (change: MeetingChange, context: MailContext): CalendarReference => {
  const { kind, invitee, event } = change
  const [host] = event.event_memberships
  const id = invitee ? idInUri(invitee.uri) : idInUri(event.uri)
  const history = context.moveHistory(id) ?? { uid: uidOf('invitee', id), sequence: 0, organizer: null }
  const isCanceled = kind === 'canceled'
  return {
    uid: history.uid,
    sequence: history.sequence + (isCanceled ? 1 : 0),
    method: isCanceled ? 'CANCEL' : 'REQUEST',
    // The same in every message of an entry, even if the meeting has other hosts by now.
    organizer: history.organizer ?? { name: host?.user_name ?? '', email: host?.user_email ?? '' },
  }
}

/** The hosts' single entry of a group meeting: every invitee who joins or leaves raises the sequence by one. */
const eventCalendar = (event: RecordedEvent, context: MailContext): CalendarReference => {
  const [host] = event.event_memberships
  const { total, active } = event.invitees_counter
  const given = context.given(idInUri(event.uri))
  return {
    uid: given?.uid ?? uidOf('event', idInUri(event.uri)),
    sequence: (given?.sequence ?? 0) + 2 * total - active - 1,
    method: event.status === 'canceled' ? 'CANCEL' : 'REQUEST',
    organizer: { name: host?.user_name ?? '', email: host?.user_email ?? '' },
  }
}

/**
 * Everybody in the meeting sees the uid; it stays the same when the meeting moves. A digest, so that it does not reveal
 * the invitee's id.
 */
export const uidOf = (kind: 'invitee' | 'event', id: string): string =>
  `${createHash('sha256').update(`calendar ${kind} ${id}`).digest('hex').slice(0, 32)}@openslot`
