import { body, field, fromMe, fromMyOrganization, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromShares = 'From shares-list_shares: collection[].uri.'
const fromEventTypes = 'From event_types-list_event_types: collection[].uri.'

export const eventTypeTools: ToolTable = {
  'GET /event_types': {
    name: 'event_types-list_event_types',
    title: 'List event types',
    description: `Lists event types: name, duration, locations, booking page, and the URI that availability and booking tools need.
When: before you look for times, book, or share a link.
Needs: \`user\` for one person's event types, or \`organization\` (owners and admins) for all.
Then: event_types-list_event_type_available_times, availability-find_times or meetings-create_invitee with collection[].uri.`,
    takes: {
      user: field(fromMe),
      organization: field(fromMyOrganization),
      active: field('true lists only event types that can be booked.'),
      admin_managed: field('true lists only managed event types, false only others.'),
      user_availability_schedule: field(
        'Only event types that use this schedule. From availability-list_user_availability_schedules.',
      ),
      ...paging,
      ...sorting('name, position, created_at, updated_at'),
    },
  },
  'GET /event_types/:uuid': {
    name: 'event_types-get_event_type',
    title: 'Read an event type',
    description: `Returns all details of one event type: duration options, locations, custom questions, booking page.
When: before booking, to find out which questions are required and which location to send.
Then: meetings-create_invitee.`,
    takes: { uri: uriOf('event_types', fromEventTypes) },
  },
  'POST /event_types': {
    name: 'event_types-create_event_type',
    title: 'Create an event type',
    description: `Creates a one-on-one event type.
When: the user wants to offer a new kind of meeting on their booking page. For a single meeting with one person, prefer event_types-create_one_off_event_type or a link.
Needs: the owner's URI and a name.
Then: event_types-update_event_type_availability_schedule, if it needs its own hours.`,
    takes: {
      create_event_type_request: body(
        `The event type: at least owner (${fromMe.toLowerCase().slice(0, -1)}) and name.`,
      ),
    },
  },
  'POST /one_off_event_types': {
    name: 'event_types-create_one_off_event_type',
    title: 'Create a one-off event type',
    description: `Creates a one-off event type with its own dates, and returns its booking page.
When: the user wants to offer a few dates to one person, apart from their event types.
Needs: host, name, duration, date_setting.
Then: share resource.scheduling_url.`,
    takes: {
      create_one_off_event_type_request: body('The event type: host, name, duration, date_setting, and location.'),
    },
  },
  'PATCH /event_types/:uuid': {
    name: 'event_types-update_event_type',
    title: 'Update an event type',
    description: `Updates the fields you send: name, duration, locations, color, active or not. Other fields keep their values.
When: the user wants to change an event type. Existing meetings don't change.
Avoid: to change hours, use event_types-update_event_type_availability_schedule.`,
    takes: {
      uri: uriOf('event_types', fromEventTypes),
      update_event_type_request: body('Only the fields to change.'),
    },
  },
  'GET /event_type_available_times': {
    name: 'event_types-list_event_type_available_times',
    title: 'List available times of an event type',
    description: `Lists the available times of one event type. Every listed time can be booked.
When: the user asks when they can meet, and you know the event type.
Needs: a range of up to 31 days that starts in the future, in UTC.
Avoid: for several event types or hosts at once, or to get local times, use availability-find_times.
Then: meetings-create_invitee with one of the start times, unchanged.`,
    takes: {
      event_type: field(fromEventTypes),
      start_time: field('Start of the range, such as 2030-01-07T00:00:00Z. Must be in the future.'),
      end_time: field('End of the range, at most 31 days later.'),
    },
  },
  'GET /event_type_time_explanations': {
    name: 'event_types-explain_event_type_time',
    title: 'Explain why a time is not available',
    description: `Explains why an event type can't be booked at a time: all reasons in order; none if the time is available.
When: the user asks why a time is missing from a booking page.
Then: the reasons show what to change; event_types-list_event_type_available_times lists available times.`,
    takes: {
      event_type: field(fromEventTypes),
      start_time: field('Such as 2030-01-07T09:30:00Z, or without Z as local time in `timezone`.'),
      timezone: field('Such as Europe/Lisbon.'),
      user: field(`The response this user would get; for owners and admins. ${fromMe}`),
    },
  },
  'GET /event_type_day_explanations': {
    name: 'event_types-explain_event_type_day',
    title: 'Explain why the times of a day are not available',
    description: `Lists every start time of a day, either as available or with the first reason why it isn't.
When: the user asks why a day has few or no times.
Then: event_types-explain_event_type_time for all reasons of one start time.`,
    takes: {
      event_type: field(fromEventTypes),
      date: field('Such as 2030-01-07, local to `timezone`.'),
      timezone: field('Such as Europe/Lisbon.'),
      user: field(`The response this user would get; for owners and admins. ${fromMe}`),
    },
  },
  'GET /event_type_availability_schedules': {
    name: 'event_types-list_event_type_availability_schedule',
    title: 'List the hours of an event type',
    description: `Lists the weekly hours of an event type, one schedule per host.
When: the user asks for the hours, or before you change them.
Avoid: these are rules, not available times; for those, use event_types-list_event_type_available_times.`,
    takes: { event_type: field(fromEventTypes) },
  },
  'PATCH /event_type_availability_schedules': {
    name: 'event_types-update_event_type_availability_schedule',
    title: 'Update the hours of an event type',
    description: `Sets hours of an event type's own. The rules you send replace all existing rules.
When: the user wants different hours for an event type.
Needs: all rules, including unchanged ones. Read them first with event_types-list_event_type_availability_schedule.`,
    takes: {
      event_type: field(fromEventTypes),
      update_event_type_availability_request: body('`availability_rule` with `rules` and `timezone`.'),
    },
  },
  'GET /event_type_memberships': {
    name: 'event_types-list_event_type_hosts',
    title: 'List the hosts of an event type',
    description: `Lists the hosts of an event type that several people share.
When: the user asks who hosts a round robin or collective event type.`,
    takes: { event_type: field(fromEventTypes), ...paging },
  },
  'GET /locations': {
    name: 'locations-list_user_meeting_locations',
    title: 'List the locations of a user',
    description: `Lists the kinds of locations a user can offer: in person, phone, connected conferences.
When: before you create or update an event type with a location.
Needs: a user's URI; your own, or any member's for owners and admins.`,
    takes: { user: field(fromMe) },
  },
  'POST /scheduling_links': {
    name: 'scheduling_links-create_single_use_scheduling_link',
    title: 'Create a single-use link',
    description: `Creates a single-use link for an event type.
When: the user wants one person to pick a time themselves. To book for that person, use meetings-create_invitee.
Then: share resource.booking_url.`,
    takes: {
      create_scheduling_link_request: body(
        `{ "max_event_count": 1, "owner": the event type's URI, "owner_type": "EventType" }. ${fromEventTypes}`,
      ),
    },
  },
  'POST /shares': {
    name: 'shares-create_share',
    title: 'Create a customized single-use link',
    description: `Creates a single-use link with its own duration, dates, or location for an event type.
When: one person needs an exception, such as a shorter meeting, different hours, or another location. The event type doesn't change.
Then: share resource.scheduling_links[0].booking_url.`,
    takes: { create_share_request: body(`At least event_type, and the fields that differ. ${fromEventTypes}`) },
  },
  'GET /shares': {
    name: 'shares-list_shares',
    title: 'List shares',
    description: `Lists the customized single-use links (shares) that a user created, or that others created for their event types, newest first.
When: the user wants to find, change, or delete a link they shared, or asks whether it was booked.
Needs: a user's URI; your own, or any member's for owners and admins.`,
    takes: {
      user: field(fromMe),
      event_type: field(`Only shares of this event type. ${fromEventTypes}`),
      min_created_at: field('Only shares created at this time or later, such as 2030-01-07T00:00:00Z.'),
      max_created_at: field('Only shares created at this time or earlier.'),
      ...paging,
      ...sorting('created_at'),
    },
  },
  'GET /shares/:uuid': {
    name: 'shares-get_share',
    title: 'Read a share',
    description:
      'Returns one share: its settings, its link, and whether it is active, booked, or expired.\nWhen: you have the URI of a share.',
    takes: { uri: uriOf('shares', fromShares) },
  },
  'PATCH /shares/:uuid': {
    name: 'shares-update_share',
    title: 'Update a share',
    description: `Updates the fields you send. The link stays the same. Shares that are booked or expired can't be updated.
When: a link has been shared and its settings should change.`,
    takes: { uri: uriOf('shares', fromShares), update_share_request: body('Only the fields to change.') },
  },
  'DELETE /shares/:uuid': {
    name: 'shares-delete_share',
    title: 'Delete a share',
    description:
      'Deletes a share that has not been booked; its link stops working.\nWhen: a shared link should no longer work.',
    takes: { uri: uriOf('shares', fromShares) },
    asks: {
      about: 'GET /shares/:uuid',
      words: ({ share_override }) => `Delete the link to "${(share_override as { readonly name: string }).name}"?`,
    },
  },
}
