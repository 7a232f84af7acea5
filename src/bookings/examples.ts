import { organizationHint } from '#contract/organization-hint.ts'
import { exampleId, exampleLinks, exampleUri } from '#contract/wire.ts'

const created_at = '2026-03-30T08:15:01.120000Z'

/** One whole resource of each kind, as the reference shows it. */
export const scheduledEventExample = {
  uri: exampleUri('scheduled_events'),
  name: 'Intro call',
  meeting_notes_plain: null,
  meeting_notes_html: null,
  status: 'active',
  start_time: '2026-04-02T13:00:00.000000Z',
  end_time: '2026-04-02T13:30:00.000000Z',
  event_type: exampleUri('event_types'),
  location: {
    type: 'google_conference',
    location: null,
    status: 'pushed',
    join_url: 'https://meet.acme.test/abc-defg-hij',
  },
  invitees_counter: { total: 1, active: 1, limit: 1 },
  created_at,
  updated_at: created_at,
  event_memberships: [
    {
      user: exampleUri('users'),
      user_email: 'host@acme.test',
      user_name: 'Demo Host',
      buffered_start_time: '2026-04-02T13:00:00.000000Z',
      buffered_end_time: '2026-04-02T13:40:00.000000Z',
    },
  ],
  event_guests: [{ email: 'guest@client.test', created_at, updated_at: created_at }],
  calendar_event: null,
}

const cancellation = {
  canceled_by: 'Demo Host',
  reason: 'Travelling',
  canceler_type: 'host',
  created_at: '2026-03-31T07:00:00.000000Z',
}

export const canceledEventExample = {
  ...scheduledEventExample,
  status: 'canceled',
  location: { ...scheduledEventExample.location, status: 'failed', join_url: null },
  invitees_counter: { total: 1, active: 0, limit: 1 },
  updated_at: cancellation.created_at,
  cancellation,
  canceled_by: cancellation.canceled_by,
  reason: cancellation.reason,
  canceler_type: cancellation.canceler_type,
}

const exampleToken = `${organizationHint(exampleId('organizations'))}-${exampleId('invitees')}-abcdefghijklmnopqrstuvwxyz`

export const inviteeExample = {
  uri: exampleUri('scheduled_events', 'invitees'),
  email: 'invitee@client.test',
  first_name: null,
  last_name: null,
  name: 'Demo Invitee',
  status: 'active',
  questions_and_answers: [{ question: 'Company', answer: 'Client AB', position: 0 }],
  timezone: 'Europe/Stockholm',
  event: exampleUri('scheduled_events'),
  created_at,
  updated_at: created_at,
  tracking: {
    utm_campaign: 'spring',
    utm_source: 'newsletter',
    utm_medium: null,
    utm_content: null,
    utm_term: null,
    salesforce_uuid: null,
    crm_uuid: null,
  },
  text_reminder_number: null,
  rescheduled: false,
  old_invitee: null,
  new_invitee: null,
  cancel_url: `${exampleLinks.site}/cancellations/${exampleToken}`,
  reschedule_url: `${exampleLinks.site}/reschedulings/${exampleToken}`,
  routing_form_submission: null,
  payment: null,
  no_show: null,
  reconfirmation: null,
  scheduling_method: 'api',
  invitee_scheduled_by: exampleUri('users'),
}

export const bookingRequestExample = {
  uri: exampleUri('booking_requests'),
  state: 'open',
  waits_for: 'approval',
  expires_at: '2026-03-31T08:15:01.120000Z',
  name: scheduledEventExample.name,
  event_type: scheduledEventExample.event_type,
  start_time: scheduledEventExample.start_time,
  end_time: scheduledEventExample.end_time,
  location: { ...scheduledEventExample.location, status: 'initiated', join_url: null },
  event_memberships: [{ user: exampleUri('users'), user_email: 'host@acme.test', user_name: 'Demo Host' }],
  invitee: {
    uri: null,
    email: inviteeExample.email,
    name: inviteeExample.name,
    first_name: null,
    last_name: null,
    timezone: inviteeExample.timezone,
    text_reminder_number: null,
    questions_and_answers: inviteeExample.questions_and_answers,
    event_guests: [],
  },
  scheduled_event: null,
  reason: null,
  next: { kind: 'approval', url: `${exampleLinks.site}/requests/${exampleToken}` },
  created_at,
  updated_at: created_at,
}

export const waitingListEntryExample = {
  uri: exampleUri('waiting_list_entries'),
  state: 'waiting',
  name: scheduledEventExample.name,
  event_type: scheduledEventExample.event_type,
  wanted_from: '2026-04-01T22:00:00.000000Z',
  wanted_until: '2026-04-10T22:00:00.000000Z',
  invitee: { email: inviteeExample.email, name: inviteeExample.name, timezone: inviteeExample.timezone },
  booking_request: null,
  created_at,
  updated_at: created_at,
}

export const noShowExample = {
  uri: exampleUri('invitee_no_shows'),
  invitee: inviteeExample.uri,
  created_at: '2026-04-02T14:00:00.123000Z',
}

/** A request for a type with the default questions and locations. */
export const bookingExample = {
  event_type: exampleUri('event_types'),
  start_time: '2026-04-02T13:00:00Z',
  invitee: {
    name: inviteeExample.name,
    email: inviteeExample.email,
    timezone: inviteeExample.timezone,
    text_reminder_number: '+46701234567',
  },
  questions_and_answers: [
    {
      question: 'Please share anything that will help prepare for our meeting.',
      answer: 'We are twelve people.',
      position: 0,
    },
  ],
  tracking: { utm_campaign: 'spring', utm_source: 'newsletter' },
  event_guests: ['guest@client.test'],
}

export const rescheduleExample = { start_time: '2026-04-03T13:00:00Z', reason: 'The train is late' }

export const notesExample = { meeting_notes: 'Wants to see the plan for the second floor.' }

export const cancellationExample = { reason: 'Travelling' }
