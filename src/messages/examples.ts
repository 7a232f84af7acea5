import { exampleUri } from '#contract/wire.ts'

export const messageRuleRequestExample = {
  event_types: [exampleUri('event_types')],
  trigger: 'before',
  offset_minutes: 1440,
  audience: 'invitee',
  texts: {
    en: {
      subject: 'Tomorrow: {event} with {host}',
      body: 'Hi {first_name},\n\nplease bring your questions. If something comes up, [choose another time]({reschedule_url}).',
    },
  },
} as const

export const messageRuleExample = {
  uri: exampleUri('message_rules'),
  ...messageRuleRequestExample,
  event_types: [exampleUri('event_types')],
  channel: 'email',
  active: true,
  active_since: '2026-03-02T10:00:00.000000Z',
  created_at: '2026-03-02T10:00:00.000000Z',
  updated_at: '2026-03-02T10:00:00.000000Z',
} as const
