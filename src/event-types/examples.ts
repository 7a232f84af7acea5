import { scheduleExample } from '#availability/index.ts'
import { organizationHint } from '#contract/organization-hint.ts'
import { exampleId, exampleLinks, exampleUri } from '#contract/wire.ts'
import { userExample } from '#organizations/index.ts'
import { noBookingRules } from './booking-rules.ts'
import { firstQuestion } from './question.ts'
import { defaultSchedulingRules } from './scheduling-rules.ts'

const created_at = '2026-01-20T11:00:00.001000Z'
const updated_at = '2026-02-18T07:31:09.441000Z'
const exampleHint = organizationHint(exampleId('organizations'))
const scheduling_url = `${exampleLinks.site}/demo-host/intro-call`

/** One whole resource of each kind, as the reference shows it. */
export const eventTypeExample = {
  uri: exampleUri('event_types'),
  name: 'Intro call',
  active: true,
  slug: 'intro-call',
  scheduling_url,
  duration: 30,
  duration_options: [15, 30, 60],
  kind: 'solo',
  pooling_type: null,
  type: 'StandardEventType',
  color: '#0069ff',
  created_at,
  updated_at,
  internal_note: null,
  is_paid: false,
  description_plain: 'A first chat.',
  description_html: '<p>A first chat.</p>',
  profile: { type: 'User', name: 'Demo Host', owner: exampleUri('users') },
  secret: false,
  booking_method: 'instant',
  custom_questions: [firstQuestion],
  deleted_at: null,
  admin_managed: false,
  locations: [
    { kind: 'google_conference' },
    { kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' },
  ],
  position: 0,
  locale: 'en',
  scheduling_rules: defaultSchedulingRules(30),
  booking_rules: noBookingRules,
  start_time_increment: 30,
  before_buffer: 0,
  after_buffer: 0,
  redirect_url: null,
  name_format: 'combined',
  reminders: [1440, 60],
}

export const eventTypeMembershipExample = {
  uri: exampleUri('event_type_memberships'),
  event_type: eventTypeExample,
  member: userExample,
  created_at,
  updated_at,
}

export const locationExample = { kind: 'zoom_conference', connected: true }

export const availableTimeExample = {
  status: 'available',
  invitees_remaining: 1,
  start_time: '2026-04-02T13:00:00Z',
  scheduling_url: `${scheduling_url}/2026-04-02T13:00:00Z`,
}

const { uri: scheduleUri, default: isDefault, ...hours } = scheduleExample

export const eventTypeScheduleExample = {
  uri: exampleUri('event_type_availability_schedules'),
  default: isDefault,
  ...hours,
  event_type: exampleUri('event_types'),
  availability_setting: 'host',
  availability_rule: { ...hours, uri: scheduleUri },
}

export const schedulingLinkExample = {
  booking_url: `${exampleLinks.site}/d/${exampleHint}-k5e2wq7mzt4ra6xv3hcnj2dybu/intro-call`,
  owner: exampleUri('event_types'),
  owner_type: 'EventType',
}

export const shareExample = {
  uri: exampleUri('shares'),
  contact: null,
  created_at: '2026-03-20T10:00:00.000000Z',
  status: 'active',
  scheduling_links: [
    {
      booking_url: `${exampleLinks.site}/d/${exampleHint}-7qpl3zd5xw2eo4kgt6yvhb3nra/intro-call-one-time`,
      owner: exampleUri('event_types'),
      owner_type: 'EventType',
    },
  ],
  share_override: {
    name: 'Intro call, one time',
    duration: 30,
    duration_options: [15, 30],
    period_type: 'fixed',
    start_date: '2026-04-01',
    end_date: '2026-04-15',
    max_booking_time: null,
    min_booking_time: 240,
    hide_location: false,
    location_configurations: [
      { location: 'Rua Nova 1', additional_info: null, phone_number: null, position: 0, kind: 'physical' },
    ],
    availability_rule: {
      timezone: 'Europe/Lisbon',
      rules: [{ type: 'wday', wday: 'friday', intervals: [{ from: '09:00', to: '11:00' }] }],
    },
  },
}

/** What is sent to make them. */
export const schedulingLinkRequestExample = {
  max_event_count: 1,
  owner: exampleUri('event_types'),
  owner_type: 'EventType',
}

const { max_booking_time: _, ...fixedTerms } = shareExample.share_override

export const shareRequestExample = { event_type: exampleUri('event_types'), ...fixedTerms }

export const oneOffRequestExample = {
  name: 'Panel interview',
  host: exampleUri('users'),
  co_hosts: [],
  duration: 45,
  timezone: 'Europe/Lisbon',
  date_setting: { type: 'date_range', start_date: '2026-04-06', end_date: '2026-04-10' },
  location: { kind: 'physical', location: 'Rua Nova 1', additional_info: '2nd floor' },
}
