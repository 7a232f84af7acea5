import { body, field, fromMe, fromMyOrganization, paging, reason, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromMeetings = 'From meetings-list_events: collection[].uri.'
const fromInvitees = 'From meetings-list_event_invitees: collection[].uri.'

export const meetingTools: ToolTable = {
  'GET /scheduled_events': {
    name: 'meetings-list_events',
    title: 'List meetings',
    description: `Lists meetings that were booked: name, start, end, status, place, hosts. Its invitees are not in it.
When: somebody asks what is on, looks for a meeting to move or cancel, or wants a digest.
Needs: \`user\` for one person's meetings; \`organization\` for all (owners and admins). Set min_start_time and status=active for what is to come.
Then: meetings-list_event_invitees for who comes.`,
    takes: {
      user: field(fromMe),
      organization: field(fromMyOrganization),
      group: field('From groups-list_groups: collection[].uri.'),
      invitee_email: field('Only meetings that this person was invited to.'),
      status: field('active or canceled.'),
      min_start_time: field('Not before, as in 2030-01-07T00:00:00Z.'),
      max_start_time: field('Not after.'),
      ...paging,
      ...sorting('start_time'),
    },
  },
  'GET /scheduled_events/:uuid': {
    name: 'meetings-get_event',
    title: 'Read a meeting',
    description:
      'Reads one meeting: when, where, with which hosts, and why it was canceled if it was.\nThen: meetings-list_event_invitees for who comes.',
    takes: { uri: uriOf('scheduled_events', fromMeetings) },
  },
  'POST /scheduled_events/:uuid/cancellation': {
    name: 'meetings-cancel_event',
    title: 'Cancel a meeting',
    description: `Cancels a meeting for everybody in it. They are told by mail, and it cannot be undone.
When: a host wants the whole meeting not to take place. Say which one, and be sure, before you call it.
Avoid: to move it, use meetings-reschedule_invitee; to uninvite one person of several, meetings-cancel_invitee.`,
    takes: {
      uri: uriOf('scheduled_events', fromMeetings),
      create_scheduled_event_cancellation_request: reason('{ "reason": what the invitees are told }. May be left out.'),
    },
    asks: {
      about: 'GET /scheduled_events/:uuid',
      words: ({ name, start_time }) =>
        `Cancel the meeting "${name}" at ${start_time}? Everybody in it is told by mail.`,
    },
  },
  'POST /invitees': {
    name: 'meetings-create_invitee',
    title: 'Book a meeting',
    description: `Books a meeting for an invitee. They and the hosts are told by mail.
When: the time and the person are settled. It books at once.
Needs: event_type (event_types-list_event_types), start_time (an open time from availability-find_times or event_types-list_event_type_available_times, unchanged, in UTC), invitee with name, email and timezone. Answers to required questions, and a location where the type has several: see event_types-get_event_type.
Then: resource.event is the meeting; resource.reschedule_url and cancel_url are for the invitee.
If it says already_filled, somebody was quicker: look for times again.`,
    takes: { post_invitee_request: body('The booking: event_type, start_time, invitee.') },
  },
  'POST /invitees/:uuid/reschedule': {
    name: 'meetings-reschedule_invitee',
    title: 'Move a meeting',
    description: `Moves an invitee to another time of the same event type. Both happen or neither: the old time is free again only when the new one is theirs. Everybody is told by mail.
When: somebody wants to meet at another time.
Needs: the invitee's URI (${fromInvitees.slice(0, -1)}) and an open time of the event type (availability-find_times).
Then: go on with the new invitee in the answer; the old one is canceled.`,
    takes: {
      uri: uriOf('invitees', fromInvitees),
      reschedule_invitee_request: body('start_time, and reason or location if wanted.'),
    },
  },
  'POST /invitees/:uuid/cancellation': {
    name: 'meetings-cancel_invitee',
    title: 'Cancel one invitee',
    description: `Takes one invitee out of a meeting; the others still come. When nobody is left, the meeting is canceled.
When: one of several invitees of a group meeting cannot come.`,
    takes: {
      uri: uriOf('invitees', fromInvitees),
      create_invitee_cancellation_request: reason('{ "reason": what they are told }. May be left out.'),
    },
    asks: { words: () => 'Cancel this invitee? They are told by mail.' },
  },
  'PATCH /scheduled_events/:uuid': {
    name: 'meetings-update_event_notes',
    title: 'Write meeting notes',
    description:
      "Replaces the host's own notes on a meeting. The invitee does not see them.\nWhen: a host wants something noted for a meeting.",
    takes: {
      uri: uriOf('scheduled_events', fromMeetings),
      update_event_request: body('{ "meeting_notes": text, or null to take them away }'),
    },
  },
  'GET /scheduled_events/:uuid/invitees': {
    name: 'meetings-list_event_invitees',
    title: 'List who comes to a meeting',
    description: `Lists the invitees of a meeting: name, e-mail address, time zone, answers, and links to move or cancel.
When: somebody asks who is coming, or before meetings-reschedule_invitee and meetings-create_invitee_no_show, which need an invitee's URI.`,
    takes: {
      uri: uriOf('scheduled_events', fromMeetings),
      email: field('Only this person.'),
      status: field('active or canceled.'),
      ...paging,
      ...sorting('created_at'),
    },
  },
  'GET /scheduled_events/:uuid/invitees/:invitee_uuid': {
    name: 'meetings-get_event_invitee',
    title: 'Read an invitee',
    description:
      'Reads one invitee of a meeting, with their answers, guests and tracking.\nWhen: you have both URIs and need the details of one person.',
    takes: {
      event_uri: uriOf('scheduled_events', fromMeetings),
      invitee_uri: uriOf('invitees', fromInvitees, 'invitee_uuid'),
    },
  },
  'POST /invitee_no_shows': {
    name: 'meetings-create_invitee_no_show',
    title: 'Mark a no-show',
    description:
      'Marks that an invitee did not come.\nWhen: after a meeting, when the host says so.\nThen: resource.uri takes the mark away again with meetings-delete_invitee_no_show.',
    takes: { create_invitee_no_show_request: body(`{ "invitee": the invitee's URI }. ${fromInvitees}`) },
  },
  'GET /invitee_no_shows/:uuid': {
    name: 'meetings-get_invitee_no_show',
    title: 'Read a no-show mark',
    description: 'Reads when an invitee was marked as not having come.',
    takes: { uri: uriOf('invitee_no_shows', 'From meetings-list_event_invitees: collection[].no_show.uri.') },
  },
  'DELETE /invitee_no_shows/:uuid': {
    name: 'meetings-delete_invitee_no_show',
    title: 'Take a no-show mark away',
    description: 'Takes the mark away that an invitee did not come.\nWhen: it was set by mistake.',
    takes: { uri: uriOf('invitee_no_shows', 'From meetings-list_event_invitees: collection[].no_show.uri.') },
    asks: { words: () => 'Take away the mark that this invitee did not come?' },
  },
}
