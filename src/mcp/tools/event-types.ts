import { body, field, fromMe, fromMyOrganization, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromShares = 'From shares-list_shares: collection[].uri.'
const fromEventTypes = 'From event_types-list_event_types: collection[].uri.'

export const eventTypeTools: ToolTable = {
  'GET /event_types': {
    name: 'event_types-list_event_types',
    title: 'List event types',
    description: `Lists what can be booked: name, duration, locations, booking page, and the URI that availability and booking tools need.
When: before looking for times, booking, or sharing a link.
Needs: \`user\` for one person's types, or \`organization\` (owners and admins) for all of them.
Then: event_types-list_event_type_available_times, availability-find_times or meetings-create_invitee with collection[].uri.`,
    takes: {
      user: field(fromMe),
      organization: field(fromMyOrganization),
      active: field('true leaves out what cannot be booked now.'),
      admin_managed: field('Only what admins manage, or only what they do not.'),
      user_availability_schedule: field(
        'Only what uses this schedule. From availability-list_user_availability_schedules.',
      ),
      ...paging,
      ...sorting('name, position, created_at, updated_at'),
    },
  },
  'GET /event_types/:uuid': {
    name: 'event_types-get_event_type',
    title: 'Read an event type',
    description: `Reads one event type whole: duration options, locations, custom questions, booking page.
When: before booking, to learn which questions must be answered and which location to send.
Then: meetings-create_invitee.`,
    takes: { uri: uriOf('event_types', fromEventTypes) },
  },
  'POST /event_types': {
    name: 'event_types-create_event_type',
    title: 'Create an event type',
    description: `Creates a one-on-one event type that others can book.
When: somebody wants a new kind of meeting on their booking page. For a single meeting with one person, event_types-create_one_off_event_type or a link fits better.
Needs: the owner's URI and a name.
Then: event_types-update_event_type_availability_schedule, if it should have hours of its own.`,
    takes: {
      create_event_type_request: body(`What it is: owner (${fromMe.toLowerCase().slice(0, -1)}) and name at least.`),
    },
  },
  'POST /one_off_event_types': {
    name: 'event_types-create_one_off_event_type',
    title: 'Create a one-off event type',
    description: `Creates an event type for one occasion, with its own dates, and gives the page where it is booked.
When: somebody wants to offer a few dates to one person, outside their usual event types.
Needs: host, name, duration, date_setting.
Then: hand out resource.scheduling_url.`,
    takes: {
      create_one_off_event_type_request: body('What is offered: host, name, duration, date_setting and location.'),
    },
  },
  'PATCH /event_types/:uuid': {
    name: 'event_types-update_event_type',
    title: 'Change an event type',
    description: `Changes what is sent and leaves the rest as it is: name, duration, locations, colour, active or not.
When: somebody wants an event type of theirs to be different from now on. Meetings that are booked already stay as they are.
Avoid: to change the hours, use event_types-update_event_type_availability_schedule.`,
    takes: {
      uri: uriOf('event_types', fromEventTypes),
      update_event_type_request: body('Only the fields that change.'),
    },
  },
  'GET /event_type_available_times': {
    name: 'event_types-list_event_type_available_times',
    title: 'List open times of an event type',
    description: `Lists the times at which one event type can be booked. What is listed can be booked as it is.
When: somebody asks when they can meet, and you know the event type.
Needs: a range of at most 31 days that begins in the future, in UTC.
Avoid: for several event types or hosts at once, or to get local times, use availability-find_times.
Then: meetings-create_invitee with one of the start times, unchanged.`,
    takes: {
      event_type: field(fromEventTypes),
      start_time: field('Begin of the range, as in 2030-01-07T00:00:00Z. Must be in the future.'),
      end_time: field('End of the range, at most 31 days later.'),
    },
  },
  'GET /event_type_time_explanations': {
    name: 'event_types-explain_event_type_time',
    title: 'Say why a time is not offered',
    description: `Says why an event type cannot be booked at a time: all reasons, the first one first; none when it is offered.
When: somebody asks why a time is missing from a booking page.
Then: what stands in the way says what to change; event_types-list_event_type_available_times lists what is open instead.`,
    takes: {
      event_type: field(fromEventTypes),
      start_time: field('As in 2030-01-07T09:30:00Z; or without Z, as the clock shows it in `timezone`.'),
      timezone: field('As in Europe/Lisbon.'),
      user: field(`Answers as it would answer this user; for owners and admins. ${fromMe}`),
    },
  },
  'GET /event_type_day_explanations': {
    name: 'event_types-explain_event_type_day',
    title: 'Say why the times of a day are not offered',
    description: `Lists every start of a day, each as offered or with the first reason why it is not.
When: somebody asks why a day has no times, or few.
Then: event_types-explain_event_type_time for all reasons of one start.`,
    takes: {
      event_type: field(fromEventTypes),
      date: field('As in 2030-01-07, local to `timezone`.'),
      timezone: field('As in Europe/Lisbon.'),
      user: field(`Answers as it would answer this user; for owners and admins. ${fromMe}`),
    },
  },
  'GET /event_type_availability_schedules': {
    name: 'event_types-list_event_type_availability_schedule',
    title: 'List the hours of an event type',
    description: `Lists the weekly hours in which an event type is offered, one schedule for each host.
When: somebody asks which hours are set, or before changing them.
Avoid: these are rules, not open times; for those use event_types-list_event_type_available_times.`,
    takes: { event_type: field(fromEventTypes) },
  },
  'PATCH /event_type_availability_schedules': {
    name: 'event_types-update_event_type_availability_schedule',
    title: 'Change the hours of an event type',
    description: `Gives an event type hours of its own. The rules that are sent replace all rules there were.
When: somebody wants to offer an event type at other hours.
Needs: all rules, also those that stay. Read them first with event_types-list_event_type_availability_schedule.`,
    takes: {
      event_type: field(fromEventTypes),
      update_event_type_availability_request: body('`availability_rule` with `rules` and `timezone`.'),
    },
  },
  'GET /event_type_memberships': {
    name: 'event_types-list_event_type_hosts',
    title: 'List the hosts of an event type',
    description: `Lists who hosts an event type that several people share.
When: somebody asks who takes the meetings of a round robin or collective event type.`,
    takes: { event_type: field(fromEventTypes), ...paging },
  },
  'GET /locations': {
    name: 'locations-list_user_meeting_locations',
    title: 'List where a user can meet',
    description: `Lists the kinds of places a user can offer: in person, phone, connected conferences.
When: before creating or changing an event type with a location.
Needs: a user's URI; your own, or any member's for owners and admins.`,
    takes: { user: field(fromMe) },
  },
  'POST /scheduling_links': {
    name: 'scheduling_links-create_single_use_scheduling_link',
    title: 'Create a single-use link',
    description: `Creates a link through which an event type can be booked once.
When: somebody wants to invite one person to pick a time themselves. Booking it for them is meetings-create_invitee.
Then: hand out resource.booking_url.`,
    takes: {
      create_scheduling_link_request: body(
        `{ "max_event_count": 1, "owner": the event type's URI, "owner_type": "EventType" }. ${fromEventTypes}`,
      ),
    },
  },
  'POST /shares': {
    name: 'shares-create_share',
    title: 'Create a single-use link on other terms',
    description: `Creates a single-use link to an event type, with another duration, other dates or another location than it usually has.
When: an exception for one person: shorter, at other hours, elsewhere. The event type itself stays as it is.
Then: hand out resource.scheduling_links[0].booking_url.`,
    takes: { create_share_request: body(`event_type at least, and what differs. ${fromEventTypes}`) },
  },
  'GET /shares': {
    name: 'shares-list_shares',
    title: 'List shares',
    description: `Lists the single-use links on other terms that a user has made, or that others made of their event types; the newest first.
When: somebody wants to find, change or delete a link they handed out, or asks whether it was booked.
Needs: a user's URI; your own, or any member's for owners and admins.`,
    takes: {
      user: field(fromMe),
      event_type: field(`Only those of this event type. ${fromEventTypes}`),
      min_created_at: field('Only those made then or later, as in 2030-01-07T00:00:00Z.'),
      max_created_at: field('Only those made then or earlier.'),
      ...paging,
      ...sorting('created_at'),
    },
  },
  'GET /shares/:uuid': {
    name: 'shares-get_share',
    title: 'Read a share',
    description:
      'Reads one share: what it offers, its link, and whether it is active, booked or expired.\nWhen: you have the URI of a share.',
    takes: { uri: uriOf('shares', fromShares) },
  },
  'PATCH /shares/:uuid': {
    name: 'shares-update_share',
    title: 'Change a share',
    description: `Changes what a share offers and leaves the rest as it is. Its link stays the same. A share that is booked or expired cannot be changed.
When: a link was handed out already, and should offer something else.`,
    takes: { uri: uriOf('shares', fromShares), update_share_request: body('Only the fields that change.') },
  },
  'DELETE /shares/:uuid': {
    name: 'shares-delete_share',
    title: 'Delete a share',
    description:
      'Deletes a share that is not booked; its link stops working.\nWhen: a link that was handed out should not be used any more.',
    takes: { uri: uriOf('shares', fromShares) },
    asks: {
      about: 'GET /shares/:uuid',
      words: ({ share_override }) => `Delete the link to "${(share_override as { readonly name: string }).name}"?`,
    },
  },
}
