import { field, fromMe, type ToolTable, uriOf } from '../tool.ts'

export const userTools: ToolTable = {
  'GET /users/me': {
    name: 'users-get_current_user',
    title: 'Who am I',
    description: `Returns the connected user: name, email address, time zone, booking page.
When: first in every conversation. Nearly every other tool needs a URI from here.
Then: use resource.uri as \`user\`, resource.current_organization as \`organization\`, and resource.timezone to show times.`,
    takes: {},
  },
  'GET /users/:uuid': {
    name: 'users-get_user',
    title: 'Look up a user',
    description: `Returns the name, email address, time zone, and booking page of a member of the organization.
When: you have the URI of a user (a host in event_memberships, an owner in a profile) and need their details.
Avoid: for the connected user, use users-get_current_user.`,
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
    description: `Lists the schedules (weekly hours) of a user, with their time zone.
When: the user asks for their working hours.
Avoid: hours are not available times; for those, use availability-find_times.`,
    takes: { user: field(fromMe) },
  },
  'GET /user_availability_schedules/:uuid': {
    name: 'availability-get_user_availability_schedule',
    title: 'Read a schedule',
    description: 'Returns one schedule.\nWhen: you have the URI of a schedule and need its rules.',
    takes: {
      uri: uriOf(
        'user_availability_schedules',
        'From availability-list_user_availability_schedules: collection[].uri.',
      ),
    },
  },
  'GET /user_busy_times': {
    name: 'availability-list_user_busy_times',
    title: 'List the busy times of a user',
    description: `Lists the busy times of a user, with buffers, in a range of up to 7 days.
When: the user asks why a time is not available, or how full a week is.
Avoid: to find a time to book, use availability-find_times, which also applies hours and rules.`,
    takes: {
      user: field(fromMe),
      start_time: field('Start of the range, such as 2030-01-07T00:00:00Z. Must be in the future.'),
      end_time: field('End of the range, at most 7 days later.'),
    },
  },
}
