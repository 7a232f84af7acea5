import { exampleLinks, exampleUri } from '#contract/wire.ts'

/** One whole resource, as the reference shows it. */
export const communicationExample = {
  type: 'email',
  to: 'invitee@client.test',
  from: 'no-reply@acme.test',
  subject: 'Intro call with Demo Host, Tue Apr 7, 10:00 am',
  body: '<p>Hi Demo Invitee,</p>\n<p>Your meeting with Demo Host is confirmed.</p>',
  sender_uri: exampleUri('users'),
  sender_email: 'host@acme.test',
  event_type_uri: exampleUri('event_types'),
  event_uri: exampleUri('scheduled_events'),
  sent_at: '2026-03-30T08:15:05.000000Z',
  created_at: '2026-03-30T08:15:04.000000Z',
  scheduling_url: `${exampleLinks.site}/demo-host/intro-call`,
}
