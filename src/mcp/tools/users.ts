import { field, fromMe, type ToolTable, uriOf } from '../tool.ts'

export const userTools: ToolTable = {
  'GET /users/me': {
    name: 'users-get_current_user',
    title: 'Who am I',
    description: `Tells who is connected: name, e-mail address, time zone, booking page.
When: first of all in every conversation. Nearly every other tool needs a URI that comes from here.
Then: use resource.uri as \`user\`, resource.current_organization as \`organization\`, and resource.timezone to show times.`,
    takes: {},
  },
  'GET /users/:uuid': {
    name: 'users-get_user',
    title: 'Look up a user',
    description: `Reads the name, e-mail address, time zone and booking page of one member of the organization.
When: you have the URI of a user (a host in event_memberships, an owner in a profile) and need to know who that is.
Avoid: for whoever is connected, use users-get_current_user.`,
    takes: {
      uri: uriOf(
        'users',
        'From organizations-list_organization_memberships (user.uri), or from event_memberships of a meeting.',
      ),
    },
  },
}

export const availabilityTools: ToolTable = {
  'GET /user_availability_schedules': {
    name: 'availability-list_user_availability_schedules',
    title: 'List the schedules of a user',
    description: `Lists the weekly hours a user has set, with their time zone.
When: somebody asks what their working hours are.
Avoid: hours are not open times; a user may be booked within them. For those use availability-find_times.`,
    takes: { user: field(fromMe) },
  },
  'GET /user_availability_schedules/:uuid': {
    name: 'availability-get_user_availability_schedule',
    title: 'Read a schedule',
    description: 'Reads one schedule of weekly hours.\nWhen: you have the URI of a schedule and need its rules.',
    takes: {
      uri: uriOf(
        'user_availability_schedules',
        'From availability-list_user_availability_schedules: collection[].uri.',
      ),
    },
  },
  'GET /user_busy_times': {
    name: 'availability-list_user_busy_times',
    title: 'List when a user is busy',
    description: `Lists when a user is taken, with buffers, in a range of at most 7 days.
When: somebody asks why a time is not offered, or how full a week is.
Avoid: to find a time to book, use availability-find_times: it knows the hours and rules as well.`,
    takes: {
      user: field(fromMe),
      start_time: field('Begin of the range, as in 2030-01-07T00:00:00Z. Must be in the future.'),
      end_time: field('End of the range, at most 7 days later.'),
    },
  },
}
