import { body, field, fromMe, fromMyOrganization, paging, reason, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromMeetings = 'From meetings-list_events: collection[].uri.'
const fromInvitees = 'From meetings-list_event_invitees: collection[].uri.'

export const meetingTools: ToolTable = {
  'GET /scheduled_events': {
    name: 'meetings-list_events',
    title: 'List meetings',
    description: `Lists booked meetings: name, start, end, status, location, hosts. Invitees are not included.
When: the user asks for their meetings, wants to reschedule or cancel one, or wants a summary.
Needs: \`user\` for one person's meetings; \`organization\` for all (owners and admins). Set min_start_time and status=active for upcoming meetings.
Then: meetings-list_event_invitees for the invitees.`,
    takes: {
      user: field(fromMe),
      organization: field(fromMyOrganization),
      group: field('From groups-list_groups: collection[].uri.'),
      invitee_email: field('Only meetings with this invitee.'),
      status: field('active or canceled.'),
      min_start_time: field('Earliest start, such as 2030-01-07T00:00:00Z.'),
      max_start_time: field('Latest start.'),
      ...paging,
      ...sorting('start_time'),
    },
  },
  'GET /scheduled_events/:uuid': {
    name: 'meetings-get_event',
    title: 'Read a meeting',
    description:
      'Returns one meeting: time, location, hosts, and the reason if it was canceled.\nThen: meetings-list_event_invitees for the invitees.',
    takes: { uri: uriOf('scheduled_events', fromMeetings) },
  },
  'POST /scheduled_events/:uuid/cancellation': {
    name: 'meetings-cancel_event',
    title: 'Cancel a meeting',
    description: `Cancels a meeting for all invitees. They get an email. This can't be undone.
When: a host wants to cancel the whole meeting. Confirm which meeting before you call this.
Avoid: to reschedule it, use meetings-reschedule_invitee; to remove one of several invitees, meetings-cancel_invitee.`,
    takes: {
      uri: uriOf('scheduled_events', fromMeetings),
      create_scheduled_event_cancellation_request: reason('{ "reason": included in the email to invitees }. Optional.'),
    },
    asks: {
      about: 'GET /scheduled_events/:uuid',
      words: ({ name, start_time }) => `Cancel the meeting "${name}" at ${start_time}? All participants get an email.`,
    },
  },
  'POST /invitees': {
    name: 'meetings-create_invitee',
    title: 'Book a meeting',
    description: `Books a meeting for an invitee. The invitee and the hosts get an email.
When: the time and the invitee are decided. This books immediately.
Needs: event_type (event_types-list_event_types), start_time (an available time from availability-find_times or event_types-list_event_type_available_times, unchanged, in UTC), invitee with name, email, and timezone. Answers to required questions, and a location if the event type has several: see event_types-get_event_type.
Then: resource.event is the meeting; resource.reschedule_url and cancel_url are for the invitee.
If the error code is already_filled, the time was just taken: look for times again.`,
    takes: { post_invitee_request: body('The booking: event_type, start_time, invitee.') },
  },
  'POST /invitees/:uuid/reschedule': {
    name: 'meetings-reschedule_invitee',
    title: 'Reschedule a meeting',
    description: `Reschedules an invitee to another time of the same event type. The old time is released only when the new one is booked. Invitees and hosts get an email.
When: the user wants to meet at another time.
Needs: the invitee's URI (${fromInvitees.slice(0, -1)}) and an available time of the event type (availability-find_times).
Then: use the new invitee in the response; the old one is canceled.`,
    takes: {
      uri: uriOf('invitees', fromInvitees),
      reschedule_invitee_request: body('start_time, optionally reason or location.'),
    },
  },
  'POST /invitees/:uuid/cancellation': {
    name: 'meetings-cancel_invitee',
    title: 'Cancel one invitee',
    description: `Cancels one invitee of a meeting. Other invitees keep their bookings. When the last one is canceled, the meeting is canceled.
When: one of several invitees of a group meeting can't attend.`,
    takes: {
      uri: uriOf('invitees', fromInvitees),
      create_invitee_cancellation_request: reason('{ "reason": included in the email }. Optional.'),
    },
    asks: { words: () => 'Cancel this invitee? They get an email.' },
  },
  'PATCH /scheduled_events/:uuid': {
    name: 'meetings-update_event_notes',
    title: 'Update meeting notes',
    description:
      "Replaces the host's notes on a meeting. Invitees don't see them.\nWhen: a host wants to write something down about a meeting.",
    takes: {
      uri: uriOf('scheduled_events', fromMeetings),
      update_event_request: body('{ "meeting_notes": text, or null to remove them }'),
    },
  },
  'GET /scheduled_events/:uuid/invitees': {
    name: 'meetings-list_event_invitees',
    title: 'List the invitees of a meeting',
    description: `Lists the invitees of a meeting: name, email address, time zone, answers, and links to reschedule or cancel.
When: the user asks who is coming, or before meetings-reschedule_invitee and meetings-create_invitee_no_show, which need an invitee's URI.`,
    takes: {
      uri: uriOf('scheduled_events', fromMeetings),
      email: field('Only the invitee with this email address.'),
      status: field('active or canceled.'),
      ...paging,
      ...sorting('created_at'),
    },
  },
  'GET /scheduled_events/:uuid/invitees/:invitee_uuid': {
    name: 'meetings-get_event_invitee',
    title: 'Read an invitee',
    description:
      'Returns one invitee of a meeting, with their answers, guests, and tracking.\nWhen: you have both URIs and need the details of one invitee.',
    takes: {
      event_uri: uriOf('scheduled_events', fromMeetings),
      invitee_uri: uriOf('invitees', fromInvitees, 'invitee_uuid'),
    },
  },
  'POST /invitee_no_shows': {
    name: 'meetings-create_invitee_no_show',
    title: 'Mark a no-show',
    description:
      'Marks an invitee as a no-show.\nWhen: after a meeting, if the host says the invitee did not attend.\nThen: to undo it, pass resource.uri to meetings-delete_invitee_no_show.',
    takes: { create_invitee_no_show_request: body(`{ "invitee": the invitee's URI }. ${fromInvitees}`) },
  },
  'GET /invitee_no_shows/:uuid': {
    name: 'meetings-get_invitee_no_show',
    title: 'Read a no-show mark',
    description: 'Returns when an invitee was marked as a no-show.',
    takes: { uri: uriOf('invitee_no_shows', 'From meetings-list_event_invitees: collection[].no_show.uri.') },
  },
  'DELETE /invitee_no_shows/:uuid': {
    name: 'meetings-delete_invitee_no_show',
    title: 'Remove a no-show mark',
    description: 'Removes the no-show mark of an invitee.\nWhen: the mark was set by mistake.',
    takes: { uri: uriOf('invitee_no_shows', 'From meetings-list_event_invitees: collection[].no_show.uri.') },
    asks: { words: () => 'Take away the mark that this invitee did not come?' },
  },
}
