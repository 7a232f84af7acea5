import { exampleUri } from '#contract/wire.ts'

const reason = {
  kind: 'buffer',
  start_time: '2026-04-02T14:00:00.000000Z',
  end_time: '2026-04-02T15:00:00.000000Z',
  event: exampleUri('scheduled_events'),
  calendar: null,
  name: 'Workshop',
  side: 'after',
  minutes: 10,
  other_minutes: 0,
}

export const explainedTimeExample = {
  event_type: exampleUri('event_types'),
  start_time: '2026-04-02T13:30:00.000000Z',
  timezone: 'Europe/Lisbon',
  offered: false,
  host: { user: exampleUri('users'), name: 'Demo Owner', timezone: 'Europe/Lisbon' },
  scheduling_url: null,
  reasons: [reason],
  warnings: [
    {
      ...{ kind: 'no_link', location: 'zoom_conference' },
      hosts: [{ user: exampleUri('users'), name: 'Demo Owner', timezone: 'Europe/Lisbon' }],
    },
  ],
}

export const explainedStartExample = {
  start_time: '2026-04-02T13:30:00.000000Z',
  offered: false,
  invitees_remaining: 0,
  reason,
}
