import type { Plural } from '../../language.ts'

/** Messages in the words of hosts. */
export const messages = {
  title: 'Messages',
  hint: 'Messages in your own words, sent in addition to confirmations, changes, cancellations, and reminders.',
  none: 'No messages yet.',
  add: 'Add a message',
  addHint: 'A new message is turned off until you turn it on.',
  allTypes: 'All event types',
  off: 'Off',
  switchLabel: 'Send this message: {name}',
  types: 'Event types',
  typesHint: 'Choose none to send the message for every event type of the organization.',
  needsTypes: 'Create an event type first.',
  offset: 'Time from the meeting',
  unit: 'Unit',
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  audience: 'Recipient',
  audiences: { invitee: 'Invitee', hosts: 'Hosts' },
  textLanguage: 'Languages',
  languageHint:
    'Invitees whose language has no text get the English one, or else the first there is. An empty text is deleted.',
  subject: 'Subject',
  body: 'Message',
  bodyHint:
    'Blank lines separate paragraphs. Lines that begin with “- ” are a list, and **two asterisks** make words bold.',
  variables: 'Insert',
  save: 'Save',
  preview: 'Preview',
  previewHint: 'With a sample meeting, as plain text. Save to update the preview.',
  test: 'Send me a test',
  remove: 'Delete message',
  removeHint: 'Messages that aren’t due yet won’t be sent.',
  when: {
    booked: 'After a booking',
    rescheduled: 'After a reschedule',
    canceled: 'After a cancellation',
    no_show: 'After a no-show',
    before: '{time} before the meeting',
    after: '{time} after the meeting',
    requested: 'When a booking is requested',
    decided: 'When a request is accepted or declined',
  },
  to: { invitee: '{when}, email the invitee', hosts: '{when}, email the hosts' },
  days: { one: '{count} day', other: '{count} days' } as Plural,
  done: {
    saved: 'Message saved',
    deleted: 'Message deleted',
    tested: 'Test sent to {email}',
    on: 'Message turned on',
    off: 'Message turned off',
  },
  templates: {
    reminder: {
      name: 'Reminder',
      subject: 'Coming up: {event} with {host}',
      body: 'Hi {first_name},\n\nthis is a reminder of our meeting on {when}.\n\nIf the time no longer suits you, [choose another one]({reschedule_url}).',
    },
    prepare: {
      name: 'Please prepare',
      subject: 'Before our meeting: {event}',
      body: 'Hi {first_name},\n\nplease prepare for our meeting on {when}:\n\n- Write down your questions.\n- Have your documents at hand.',
    },
    thanks: {
      name: 'Thank you',
      subject: 'Thank you for your time',
      body: 'Hi {first_name},\n\nthank you for our meeting. Reply to this email if you have any questions.',
    },
    feedback: {
      name: 'Ask for feedback',
      subject: 'How was our meeting?',
      body: 'Hi {first_name},\n\nwhat went well, and what could be better? A short reply to this email helps us.',
    },
    missed: {
      name: 'No-show follow-up',
      subject: 'We missed you: {event}',
      body: 'Hi {first_name},\n\nwe missed you at our meeting on {when}. Reply to this email to find another time.',
    },
    blank: {
      name: 'Own message',
      subject: '{event} with {host}',
      body: 'Hi {first_name},\n\nwe look forward to meeting you.',
    },
  },
}

export type MessagesTexts = typeof messages
