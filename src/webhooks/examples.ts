import {
  bookingRequestExample,
  inviteeExample,
  scheduledEventExample,
  waitingListEntryExample,
} from '#bookings/index.ts'
import { exampleLinks, exampleUri, type Links } from '#contract/wire.ts'
import { eventTypeExample } from '#event-types/index.ts'
import { submissionExample } from '#routing/index.ts'
import { type Message, messagesOf } from './message.ts'
import type { InviteeSubject } from './payload.ts'
import type { WebhookEvent } from './webhook-event.ts'

const created_at = '2026-03-01T12:00:00.973000Z'

/** One whole resource, as the reference shows it. */
export const subscriptionExample = {
  uri: exampleUri('webhook_subscriptions'),
  callback_url: 'https://hooks.client.test/openslot',
  created_at,
  updated_at: created_at,
  retry_started_at: null,
  state: 'active',
  events: ['invitee.created', 'invitee.canceled'],
  scope: 'organization',
  organization: exampleUri('organizations'),
  user: null,
  group: null,
  creator: exampleUri('users'),
}

export const subscriptionRequestExample = {
  url: subscriptionExample.callback_url,
  events: subscriptionExample.events,
  organization: subscriptionExample.organization,
  scope: 'organization',
  signing_key: 'a long text that only you and your receiver know',
}

const cancellation = {
  canceled_by: 'Demo Host',
  reason: 'Travelling',
  canceler_type: 'host',
  created_at: '2026-03-31T07:00:00.000000Z',
}

const active: InviteeSubject = { invitee: inviteeExample, scheduled_event: scheduledEventExample }

const canceled: InviteeSubject = {
  invitee: { ...inviteeExample, status: 'canceled', updated_at: cancellation.created_at, cancellation },
  scheduled_event: {
    ...scheduledEventExample,
    status: 'canceled',
    invitees_counter: { total: 1, active: 0, limit: 1 },
    updated_at: cancellation.created_at,
    cancellation,
  },
}

const marked: InviteeSubject = {
  ...active,
  invitee: {
    ...inviteeExample,
    no_show: { uri: exampleUri('invitee_no_shows'), created_at: '2026-04-02T14:00:00.123000Z' },
  },
}

const submission = {
  ...submissionExample,
  submitter: null,
  submitter_type: null,
  updated_at: submissionExample.created_at,
}

const confirmedRequest = {
  ...bookingRequestExample,
  state: 'confirmed',
  waits_for: null,
  invitee: { ...bookingRequestExample.invitee, uri: inviteeExample.uri },
  scheduled_event: scheduledEventExample.uri,
}

const declinedRequest = { ...bookingRequestExample, state: 'declined', waits_for: null, reason: 'Travelling' }

const subjects: Readonly<Record<WebhookEvent, object>> = {
  'invitee.created': active,
  'invitee.canceled': canceled,
  'invitee_no_show.created': marked,
  'invitee_no_show.deleted': active,
  'scheduled_event.updated': { scheduled_event: scheduledEventExample },
  'booking_request.created': { booking_request: bookingRequestExample },
  'booking_request.confirmed': { booking_request: confirmedRequest },
  'booking_request.declined': { booking_request: declinedRequest },
  'booking_request.expired': { booking_request: { ...bookingRequestExample, state: 'expired', waits_for: null } },
  'booking_request.withdrawn': { booking_request: { ...bookingRequestExample, state: 'withdrawn', waits_for: null } },
  'waiting_list_entry.created': { waiting_list_entry: waitingListEntryExample },
  'waiting_list_entry.offered': {
    waiting_list_entry: {
      ...waitingListEntryExample,
      ...{ state: 'offered', booking_request: bookingRequestExample.uri },
    },
  },
  'waiting_list_entry.left': { waiting_list_entry: { ...waitingListEntryExample, state: 'left' } },
  'event_type.created': eventTypeExample,
  'event_type.updated': eventTypeExample,
  'event_type.deleted': { ...eventTypeExample, active: false, deleted_at: cancellation.created_at },
  'routing_form_submission.created': submission,
}

/** Where the fact has another name. */
const factOf: Partial<Readonly<Record<WebhookEvent, string>>> = {
  'scheduled_event.updated': 'scheduled_event.location_changed',
  'waiting_list_entry.created': 'waiting_list_entry.confirmed',
  'waiting_list_entry.offered': 'booking_request.offered',
}

/** An invented message, made as real ones are, with our own addresses in it. */
export const sampleMessage = (links: Links, event: WebhookEvent): Message => {
  const name = factOf[event] ?? event
  const [message] = messagesOf({ name, subject: subjects[event], invitees: [] })
  if (!message) throw new Error(`No message for ${event}.`)
  const payload = JSON.stringify(message.payload)
    .replaceAll(exampleLinks.api, links.api)
    .replaceAll(exampleLinks.site, links.site)
  return { ...message, payload: JSON.parse(payload) as object }
}
