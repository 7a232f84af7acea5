import {
  asRecordedFor,
  findBookingRequest,
  findInvitees,
  findOwnBooking,
  findScheduledEvent,
  hasStoppedReminders,
  type Invitee,
  listComing,
  toInviteeRecord,
  toRequestRecord,
  toScheduledEventResource,
} from '#bookings/index.ts'
import { idInUri } from '#contract/wire.ts'
import type { JobKind } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { type DueMessage, messageJob, takeDueMessages, textFor } from '#messages/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { MeetingMailData } from '../mail-data.ts'
import { type MailContext, type MeetingChange, mailLocationOf, mailsFor } from '../meeting-change.ts'
import { findMember, findTypeMailSettings } from '../store/mail-context.ts'
import type { NewMail } from '../store/mails.ts'
import { insertWithinLimit } from '../workflow/insert-within-limit.ts'
import { loadMailContext } from './meeting-mails.ts'

type MessagesContext = Pick<AppContext, 'clock' | 'links' | 'persons' | 'ownWords'>

/**
 * When a message by a rule is due: reads the rule, the meeting, and the people as they are now, and queues the mails. It
 * only touches the database, so it happens once. A rule of another channel would be handed to that channel here.
 */
export const ruleMessages = (context: MessagesContext): JobKind<string, null> => ({
  name: messageJob,
  load: async (_, jobs) => new Map(jobs.map((job) => [job.id, job.subjectId])),
  act: async () => null,
  isAway: () => false,
  settle: async (tx, done) => {
    const now = context.clock.now()
    const messages = await takeDueMessages(
      tx,
      done.map(({ task }) => task),
    )
    if (!context.ownWords.isOn) return new Map()
    const mails: NewMail[] = []
    for (const message of messages) mails.push(...(await mailsOf(tx, context, message, now)))
    await insertWithinLimit(tx, mails, context.ownWords.mostPerDay, now)
    return new Map()
  },
})

const mailsOf = async (tx: Tx, context: MessagesContext, message: DueMessage, now: Date): Promise<NewMail[]> => {
  if (message.channel !== 'email') return []
  if (message.inviteeId !== null) return meetingMessages(tx, context, message, message.inviteeId, now)
  return message.requestId === null ? [] : requestMessages(tx, context, message, message.requestId, now)
}

/** About a meeting, while it is what the rule is about: one that was canceled or moved causes no other message. */
const meetingMessages = async (
  tx: Tx,
  { links, persons }: MessagesContext,
  message: DueMessage,
  inviteeId: string,
  now: Date,
): Promise<NewMail[]> => {
  const { organizationId, trigger, audience, ruleId } = message
  const [invitee] = await findInvitees(tx, organizationId, [inviteeId])
  const event =
    invitee && (await findScheduledEvent(tx, organizationId, invitee.scheduledEventId, nilUuid))?.scheduledEvent
  if (!invitee || !event || !isStill(message, invitee, event, now)) return []
  const isOfMeeting = trigger === 'before' || trigger === 'after'
  if (isOfMeeting && audience === 'invitee' && (await hasStopped(tx, organizationId, inviteeId))) return []
  if (isOfMeeting && audience === 'hosts' && !(await isFirst(tx, invitee))) return []

  const change: MeetingChange = {
    organizationId,
    kind:
      trigger === 'canceled'
        ? 'canceled'
        : trigger === 'rescheduled'
          ? 'moved'
          : trigger === 'booked'
            ? 'booked'
            : 'reminder',
    invitee: toInviteeRecord(links, invitee),
    locale: invitee.locale,
    notation: invitee.timeNotation,
    event: toScheduledEventResource(links, asRecordedFor(event, invitee)),
    moved: trigger === 'rescheduled' ? await whyMoved(tx, links, invitee) : undefined,
    toHosts: true,
  }
  const { context, types } = await loadMailContext(tx, [change])
  // The event types of the rule may be others by now.
  if (!types.get(event.eventTypeId)?.rules.some(({ id }) => id === ruleId)) return []
  const expiresAt = trigger === 'before' ? event.startsAt : undefined
  return mailsFor(change, whateverHostsWant(context))
    .filter(({ mail }) => mail.to === (audience === 'hosts' ? 'host' : 'invitee'))
    .map(({ recipient, membershipId, mail, ids }) => ({
      organizationId,
      recipient,
      ...(membershipId === undefined ? {} : { membershipId }),
      persons: [persons.of(organizationId, invitee.email)],
      mail: letterOf(message, mail, invitee),
      ids,
      ruleId,
      ...(expiresAt ? { expiresAt } : {}),
    }))
}

const isStill = (
  { trigger }: DueMessage,
  invitee: Invitee,
  event: { readonly startsAt: Date; readonly endsAt: Date },
  now: Date,
): boolean => {
  switch (trigger) {
    case 'canceled':
      return invitee.status === 'canceled' && invitee.new === null
    case 'before':
      return invitee.status === 'active' && event.startsAt > now
    case 'after':
      // Nobody is thanked for a meeting that they missed.
      return invitee.status === 'active' && invitee.noShow === null
    case 'no_show':
      return invitee.status === 'active' && invitee.noShow !== null
    default:
      return invitee.status === 'active' && event.endsAt > now
  }
}

/** Which mails hosts want about their meetings is about ours, not about those that a rule sends them. */
const whateverHostsWant = (context: MailContext): MailContext => ({
  ...context,
  member: (userId) => {
    const member = context.member(userId)
    return member && { ...member, unwanted: [] }
  },
})

const hasStopped = async (tx: Tx, organizationId: string, inviteeId: string): Promise<boolean> => {
  const own = await findOwnBooking(tx, organizationId, inviteeId)
  return own !== undefined && hasStoppedReminders(tx, { ...own, guest: undefined })
}

/** Of the invitees of a meeting: its hosts get one message. */
const isFirst = async (tx: Tx, { organizationId, scheduledEventId, id }: Invitee): Promise<boolean> =>
  (await listComing(tx, organizationId, scheduledEventId))[0] === id

const whyMoved = async (tx: Tx, links: MessagesContext['links'], invitee: Invitee): Promise<MeetingChange['moved']> => {
  if (!invitee.old) return undefined
  const [before] = await findInvitees(tx, invitee.organizationId, [invitee.old.id])
  return before && toInviteeRecord(links, before).cancellation
}

const letterOf = (
  message: Pick<DueMessage, 'texts' | 'trigger'>,
  mail: MeetingMailData,
  { firstName, answers }: Pick<Invitee, 'firstName' | 'answers'>,
): NewMail['mail'] => {
  const { subject, body, locale: language } = textFor(message.texts, mail.locale)
  return {
    kind: 'message',
    trigger: message.trigger,
    ...{ name: mail.name, locale: mail.locale, subject, body, language },
    meeting: { ...mail, guests: [], answers: [], calendar: null },
    firstName,
    answersInOrder: inOrder(answers),
    thread: mail.calendar && `<${mail.calendar.uid}>`,
  }
}

/** The answer to the second question is the second, whether or not the first was answered. */
const inOrder = (answers: Invitee['answers']): string[] => {
  const most = Math.max(-1, ...answers.map(({ position }) => position))
  return Array.from(
    { length: Math.min(most + 1, 100) },
    (_, at) => answers.find(({ position }) => position === at)?.answer ?? '',
  )
}

/** About a request for a meeting. Its page, where the invitee follows it, is in our own mail. */
const requestMessages = async (
  tx: Tx,
  { links, persons }: MessagesContext,
  message: DueMessage,
  requestId: string,
  now: Date,
): Promise<NewMail[]> => {
  const { organizationId, trigger, audience, ruleId } = message
  const request = await findBookingRequest(tx, organizationId, requestId)
  if (!request || request.startsAt <= now) return []
  if (trigger === 'requested' ? request.state !== 'open' : request.state === 'expired' || request.state === 'withdrawn')
    return []
  const [type] = await findTypeMailSettings(tx, [request.eventTypeId])
  if (!type?.rules.some(({ id }) => id === ruleId)) return []
  const { details } = request.booking
  const record = toRequestRecord(links, request)
  const meeting: MeetingMailData = {
    ...{ kind: 'reminder', to: 'invitee', name: details.name, zone: details.timezone, notation: details.timeNotation },
    locale: details.locale ?? type.locale ?? 'en',
    event: request.booking.name,
    span: { startsAt: request.startsAt.getTime(), endsAt: request.endsAt.getTime() },
    ...{ before: null, place: mailLocationOf(record.location), guests: [], answers: [], seats: null, canceledBy: null },
    hosts: request.booking.hosts.map(({ name, email }) => ({ name, email })),
    invitee: { id: request.id, name: details.name, email: details.email },
    ...{ reason: request.reason, calendar: null },
  }
  const about = {
    organizationId,
    persons: [persons.of(organizationId, details.email)],
    ruleId,
    expiresAt: request.startsAt,
  }
  if (audience === 'invitee') return [{ ...about, recipient: details.email, mail: letterOf(message, meeting, details) }]
  const mails: NewMail[] = []
  for (const { user } of record.event_memberships) {
    const host = await findMember(tx, organizationId, idInUri(user))
    if (!host) continue
    const { email, membershipId, ...reader } = host
    const mail = letterOf(message, { ...meeting, ...reader, to: 'host' }, details)
    mails.push({ ...about, recipient: email, membershipId, mail })
  }
  return mails
}
