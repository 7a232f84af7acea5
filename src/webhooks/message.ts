import { idInUri } from '#contract/wire.ts'
import {
  type EntrySubject,
  type EventTypeSubject,
  type InviteeSubject,
  type RequestSubject,
  type SubmissionSubject,
  toEventTypePayload,
  toInviteePayload,
  toRequestPayload,
  toScheduledEventPayload,
  toSubmissionPayload,
} from './payload.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** One message to subscribers about a fact. */
export interface Message {
  readonly event: WebhookEvent
  readonly payload: object
  /** The members it is about, by the ids of their accounts: hosts, or an owner. */
  readonly userIds: readonly string[]
  /** The invitee it is about, if any. */
  readonly email?: string
  /** The meeting whose link it waits for. */
  readonly awaits?: string | undefined
}

/** A fact as the listener gets it: with its subject parsed, and the invitees that it names by id loaded. */
export interface ParsedFact {
  readonly name: string
  readonly subject: unknown
  readonly invitees: readonly InviteeSubject[]
}

/** The messages of each fact. Facts that are not here send none. */
const messagesByFact: Readonly<Record<string, (fact: ParsedFact) => readonly Message[]>> = {
  'invitee.created': ({ subject }) => [awaitingLink(about('invitee.created', subject as InviteeSubject), subject)],
  'invitee.canceled': ({ subject }) => [about('invitee.canceled', subject as InviteeSubject)],
  'invitee_no_show.created': ({ subject }) => [about('invitee_no_show.created', subject as InviteeSubject)],
  'invitee_no_show.deleted': ({ subject }) => [about('invitee_no_show.deleted', subject as InviteeSubject)],
  // The old booking first: a receiver that processes them in order never has the same person twice.
  'invitee.rescheduled': ({ subject }) => {
    const { invitee, scheduled_event, old_invitee, old_scheduled_event } = subject as RescheduledSubject
    return [
      about('invitee.canceled', { invitee: old_invitee, scheduled_event: old_scheduled_event }),
      awaitingLink(about('invitee.created', { invitee, scheduled_event }), { scheduled_event }),
    ]
  },
  'scheduled_event.location_changed': ({ subject }) => {
    const { scheduled_event: event } = subject as InviteeSubject
    // Only of a meeting that is still there, and not while its link is on its way.
    if (!event.event_guests) return []
    const userIds = event.event_memberships.map(({ user }) => idInUri(user))
    return [{ event: 'scheduled_event.updated', payload: toScheduledEventPayload({ scheduled_event: event }), userIds }]
  },
  'booking_request.created': ({ subject }) => ofRequest('booking_request.created', subject as RequestSubject),
  'booking_request.confirmed': ({ subject }) => ofRequest('booking_request.confirmed', subject as RequestSubject),
  'booking_request.declined': ({ subject }) => ofRequest('booking_request.declined', subject as RequestSubject),
  'booking_request.expired': ({ subject }) => ofRequest('booking_request.expired', subject as RequestSubject),
  'booking_request.withdrawn': ({ subject }) => ofRequest('booking_request.withdrawn', subject as RequestSubject),
  // An entry counts once its address is confirmed.
  'waiting_list_entry.confirmed': ({ subject }) => ofEntry('waiting_list_entry.created', subject as EntrySubject),
  'booking_request.offered': ({ subject }) => ofEntry('waiting_list_entry.offered', subject as EntrySubject),
  'waiting_list_entry.left': ({ subject }) => ofEntry('waiting_list_entry.left', subject as EntrySubject),
  'waiting_list_entry.removed': ({ subject }) => ofEntry('waiting_list_entry.left', subject as EntrySubject),
  // One for each active invitee.
  'scheduled_event.canceled': ({ invitees }) => invitees.map((subject) => about('invitee.canceled', subject)),
  'event_type.created': ({ subject }) => [ofEventType('event_type.created', subject as EventTypeSubject)],
  'event_type.updated': ({ subject }) => [ofEventType('event_type.updated', subject as EventTypeSubject)],
  'event_type.deleted': ({ subject }) => [ofEventType('event_type.deleted', subject as EventTypeSubject)],
  'routing_form_submission.created': ({ subject }) => [
    {
      event: 'routing_form_submission.created',
      payload: toSubmissionPayload(subject as SubmissionSubject),
      userIds: [],
    },
  ],
}

interface RescheduledSubject extends InviteeSubject {
  readonly old_invitee: InviteeSubject['invitee']
  readonly old_scheduled_event: InviteeSubject['scheduled_event']
}

export const factsWithMessages: readonly string[] = Object.keys(messagesByFact)

export const messagesOf = (fact: ParsedFact): readonly Message[] => messagesByFact[fact.name]?.(fact) ?? []

const about = (event: WebhookEvent, subject: InviteeSubject): Message => ({
  event,
  payload: toInviteePayload(subject),
  userIds: subject.scheduled_event.event_memberships.map(({ user }) => idInUri(user)),
  email: subject.invitee.email,
})

/** A conference that another service is making has its link a moment later. */
const awaitingLink = (message: Message, subject: unknown): Message => {
  const { uri, location } = (subject as InviteeSubject).scheduled_event as {
    readonly uri?: string
    readonly location?: { readonly status?: string | null } | null
  }
  return location?.status === 'initiated' && uri !== undefined ? { ...message, awaits: idInUri(uri) } : message
}

/** Nobody hears of a request whose address was never confirmed. */
const ofRequest = (event: WebhookEvent, { booking_request: request, is_unconfirmed }: RequestSubject): Message[] =>
  is_unconfirmed === true
    ? []
    : [
        {
          event,
          payload: toRequestPayload(request),
          userIds: request.event_memberships.map(({ user }) => idInUri(user)),
          email: request.invitee.email,
        },
      ]

/** None of an entry that is gone, or that nobody has confirmed. */
const ofEntry = (event: WebhookEvent, { waiting_list_entry: entry }: EntrySubject): Message[] =>
  entry?.invitee ? [{ event, payload: entry, userIds: [], email: entry.invitee.email }] : []

const ofEventType = (event: WebhookEvent, subject: EventTypeSubject): Message => ({
  event,
  payload: toEventTypePayload(subject),
  userIds: [idInUri(subject.profile.owner)],
})

/** The body as it is queued; `withAddresses` completes it. As JSON.stringify writes it, because receivers verify the body by serializing it again. */
export const bodyOf = (
  { event, payload }: Pick<Message, 'event' | 'payload'>,
  createdAt: string,
  createdBy: string,
): string => JSON.stringify({ created_at: createdAt, created_by: createdBy, event, payload })
