import { exampleUri } from '#contract/wire.ts'

const created_at = '2026-03-01T12:00:00.973000Z'

export const calendarExample = {
  uri: exampleUri('calendars'),
  connection: exampleUri('calendar_connections'),
  user: exampleUri('users'),
  name: 'Work',
  time_zone: 'Europe/Berlin',
  is_writable: true,
  checks_conflicts: true,
  counts_tentative: true,
  takes_meetings: true,
  unread_events: 0,
  is_own: true,
  is_new: false,
  is_empty: false,
  reason: null,
  reason_code: null,
  created_at,
  updated_at: created_at,
}

export const connectionExample = {
  uri: exampleUri('calendar_connections'),
  kind: 'caldav',
  account: 'host@demo.test',
  user: exampleUri('users'),
  state: 'fresh',
  is_syncing: false,
  reason: null,
  reason_code: null,
  last_read_at: '2026-03-30T08:15:00.000000Z',
  stays_open_when_lost: false,
  calendars: [calendarExample],
  created_at,
  updated_at: created_at,
}

export const connectionRequestExample = {
  kind: 'caldav',
  url: 'https://calendars.client.test/',
  username: 'host@demo.test',
  password: 'an app password',
}
