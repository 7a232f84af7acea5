import type { Listener, RecordedFact } from '#activity/index.ts'
import { findInvitees, toInviteeRecord } from '#bookings/index.ts'
import { idInUri, type Links } from '#contract/wire.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Tx } from '#platform/db/database.ts'
import { readInstant } from '#platform/time/instant.ts'
import type { Notation } from '../../../languages/language.ts'
import { reminderTimes } from '../mail.ts'
import type { MeetingChange, RecordedEvent, RecordedInvitee } from '../meeting-change.ts'
import type { TypeMailSettings } from '../store/mail-context.ts'
import { insertMails, releaseMails } from '../store/mails.ts'
import { insertReminders, type NewReminder } from '../store/reminders.ts'
import { accountMails } from './account-mails.ts'
import { loadMailContext, mailsAbout } from './meeting-mails.ts'
import { requestMails } from './request-mails.ts'
import { scheduleMessages } from './schedule-messages.ts'
import { type TellingContext, tellOfLink } from './tell-of-link.ts'
import { waitingListMails } from './waiting-list-mails.ts'

type QueueMailsContext = Pick<AppContext, 'links' | 'persons' | 'ownWords'>

/** Listens to facts, and stores the mails and reminders that follow from them. */
export const queueMails =
  ({ links, persons, ownWords }: QueueMailsContext): Listener =>
  async (tx, facts, now) => {
    const change = (await changesIn(tx, links, facts)).filter((one) => !isOver(one, now))
    const { context, types } = await loadMailContext(tx, change)
    const mails = [
      ...mailsAbout(change, context, persons),
      ...(await accountMails(tx, facts)),
      ...(await requestMails(tx, facts, { links, persons })),
      ...waitingListMails(facts, persons),
    ]
    if (mails.length > 0) await insertMails(tx, mails, now)
    await followLinks(tx, { links, persons }, facts, now)
    await insertReminders(tx, remindersFor(change, types, now), now)
    if (ownWords.isOn) await scheduleMessages(tx, facts, change, types, now)
  }

/** Facts may be announced late: a meeting that is over by then needs no mail. */
const isOver = ({ event }: MeetingChange, now: Date): boolean => {
  const endsAt = readInstant(event.end_time)
  return endsAt !== undefined && endsAt <= now
}

interface LinkSubject {
  readonly scheduled_event?: RecordedLink
  readonly old_scheduled_event?: RecordedLink
  /** It had a link before. */
  readonly is_another?: boolean
}

interface RecordedLink {
  readonly uri: string
  readonly location?: { readonly status?: string | null } | null
}

/** What waits for the link of a meeting goes once the link is there, has failed, or does not matter any more. */
const followLinks = async (
  tx: Tx,
  context: TellingContext,
  facts: readonly RecordedFact[],
  now: Date,
): Promise<void> => {
  for (const { name, organizationId, subject } of facts.filter(({ name }) => aboutLinks.includes(name))) {
    const { scheduled_event: event, old_scheduled_event: before, is_another } = JSON.parse(subject) as LinkSubject
    const meeting = name === 'invitee.rescheduled' ? before : event
    const status = meeting?.location?.status
    if (!meeting || status === undefined || status === null || status === 'processing') continue
    await releaseMails(tx, organizationId, idInUri(meeting.uri))
    if (name === linkChanged && status === 'pushed')
      await tellOfLink(tx, context, { organizationId, id: idInUri(meeting.uri), isAnother: is_another === true }, now)
  }
}

const linkChanged = 'scheduled_event.location_changed'
const aboutLinks: readonly string[] = [
  linkChanged,
  ...['invitee.canceled', 'invitee.rescheduled', 'scheduled_event.canceled'],
]

interface MailInviteeSubject {
  readonly invitee?: RecordedInvitee
  readonly scheduled_event?: RecordedEvent
  readonly locale?: string | null
  readonly time_notation?: Notation
}

interface MovedSubject extends MailInviteeSubject {
  readonly old_scheduled_event: RecordedEvent
  readonly old_invitee?: RecordedInvitee
}

interface MailCanceledSubject {
  readonly scheduled_event: RecordedEvent
  readonly invitees: readonly string[]
}

const changesIn = async (tx: Tx, links: Links, facts: readonly RecordedFact[]): Promise<MeetingChange[]> => {
  const all: MeetingChange[] = []
  for (const { name, organizationId, subject, occurredAt } of facts) {
    if (name === 'invitee.created') {
      const {
        invitee,
        scheduled_event: event,
        locale,
        time_notation: notation,
      } = JSON.parse(subject) as MailInviteeSubject
      // A person who was erased before the fact was announced gets no mail.
      if (invitee && event)
        all.push({ organizationId, occurredAt, kind: 'booked', invitee, locale, notation, event, toHosts: true })
    } else if (name === 'invitee.canceled') {
      const {
        invitee,
        scheduled_event: event,
        locale,
        time_notation: notation,
      } = JSON.parse(subject) as MailInviteeSubject
      if (invitee && event)
        all.push({
          organizationId,
          occurredAt,
          kind: 'canceled',
          invitee,
          locale,
          notation,
          event: await withTheirGuests(tx, organizationId, event, invitee),
          toHosts: true,
        })
    } else if (name === 'invitee.rescheduled') {
      const {
        invitee,
        scheduled_event: event,
        old_scheduled_event: before,
        old_invitee,
        ...reading
      } = JSON.parse(subject) as MovedSubject
      const { locale, time_notation: notation } = reading
      const moved = old_invitee?.cancellation
      if (invitee && event)
        all.push({
          organizationId,
          occurredAt,
          kind: 'moved',
          invitee,
          locale,
          notation,
          event,
          before,
          moved,
          toHosts: true,
        })
    } else if (name === 'scheduled_event.canceled') {
      const canceled = await eachCanceled(tx, links, organizationId, JSON.parse(subject) as MailCanceledSubject)
      all.push(...canceled.map((one) => ({ ...one, occurredAt })))
    }
  }
  return all
}

/** When one invitee leaves a group meeting, only their own guests get a mail; the meeting's list no longer has them. */
const withTheirGuests = async (
  tx: Tx,
  organizationId: string,
  event: RecordedEvent,
  { uri }: RecordedInvitee,
): Promise<RecordedEvent> => {
  if (event.status === 'canceled') return event
  const [invitee] = await findInvitees(tx, organizationId, [idInUri(uri)])
  return { ...event, event_guests: (invitee?.guests ?? []).map((email) => ({ email })) }
}

/** Every invitee gets a mail, with their own guests; the hosts get one. */
const eachCanceled = async (
  tx: Tx,
  links: Links,
  organizationId: string,
  { scheduled_event: event, invitees: ids }: MailCanceledSubject,
): Promise<MeetingChange[]> => {
  const invitees = await findInvitees(tx, organizationId, ids)
  const changes = invitees.map((invitee): MeetingChange => {
    const event_guests = invitee.guests.map((email) => ({ email }))
    return {
      organizationId,
      kind: 'canceled',
      invitee: toInviteeRecord(links, invitee),
      locale: invitee.locale,
      notation: invitee.timeNotation,
      event: { ...event, event_guests },
      toHosts: invitees.length === 1,
    }
  })
  return invitees.length === 1
    ? changes
    : [...changes, { organizationId, kind: 'canceled', invitee: null, event, toHosts: true }]
}

const remindersFor = (
  change: readonly MeetingChange[],
  types: ReadonlyMap<string, TypeMailSettings>,
  now: Date,
): NewReminder[] =>
  change.flatMap(({ organizationId, kind, invitee, event }) => {
    const startsAt = readInstant(event.start_time)
    if (!invitee || !startsAt || (kind !== 'booked' && kind !== 'moved')) return []
    const times = reminderTimes(startsAt, types.get(idInUri(event.event_type))?.reminders ?? [], now)
    return times.map((dueAt) => ({ organizationId, inviteeId: idInUri(invitee.uri), dueAt }))
  })
