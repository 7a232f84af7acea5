import { body, field, fromMe, fromMyOrganization, paging, reason, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromRequests = 'From booking_requests-list_booking_requests: collection[].uri.'
const fromEntries = 'From waiting_lists-list_waiting_list_entries: collection[].uri.'

const people = {
  user: field(`Only for meetings with this host. ${fromMe}`),
  organization: field(`For owners and admins: of everybody. ${fromMyOrganization}`),
  event_type: field('From event_types-list_event_types: collection[].uri.'),
  invitee_email: field('Only of this person.'),
}

export const requestTools: ToolTable = {
  'GET /booking_requests': {
    name: 'booking_requests-list_booking_requests',
    title: 'List booking requests',
    description: `Lists bookings that still must pass something: a host accepts them, or the invitee pays. Their time is kept until then.
When: the user asks what waits for their decision.
Needs: state=open for those that wait.
Then: booking_requests-accept_booking_request or booking_requests-decline_booking_request.`,
    takes: {
      ...people,
      state: field('open, confirmed, declined, expired, or withdrawn.'),
      ...paging,
      ...sorting('created_at'),
    },
  },
  'GET /booking_requests/:uuid': {
    name: 'booking_requests-get_booking_request',
    title: 'Read a booking request',
    description: 'Returns one booking request: who asks, for which time, what it waits for, and when it expires.',
    takes: { uri: uriOf('booking_requests', fromRequests) },
  },
  'POST /booking_requests': {
    name: 'booking_requests-create_booking_request',
    title: 'Request a booking',
    description: `Asks for a meeting on behalf of an invitee who passes the rules of the event type as a visitor would: a host accepts it, or the invitee confirms their address or pays. Books at once where the event type has no rules.
When: the rules of the event type must hold. To book at once, use meetings-create_invitee.
Needs: the same as meetings-create_invitee.
Then: resource.next.url is the page of the invitee.`,
    takes: { create_booking_request_request: body('The booking: event_type, start_time, invitee.') },
  },
  'POST /booking_requests/:uuid/acceptance': {
    name: 'booking_requests-accept_booking_request',
    title: 'Accept a booking request',
    description: `Accepts a request that waits for a host. The meeting is booked, unless the invitee still has to pay. The invitee gets an email.
When: a host wants to say yes to a request.`,
    takes: { uri: uriOf('booking_requests', fromRequests) },
    asks: {
      about: 'GET /booking_requests/:uuid',
      words: ({ name, start_time }) => `Accept the request for "${name}" at ${start_time}? The invitee gets an email.`,
    },
  },
  'POST /booking_requests/:uuid/decline': {
    name: 'booking_requests-decline_booking_request',
    title: 'Decline a booking request',
    description: `Declines a request that waits for a host. Its time is free again at once, and the invitee gets an email. This can't be undone.
When: a host wants to say no to a request.`,
    takes: {
      uri: uriOf('booking_requests', fromRequests),
      decline_booking_request_request: reason('{ "reason": included in the email to the invitee }. Optional.'),
    },
    asks: {
      about: 'GET /booking_requests/:uuid',
      words: ({ name, start_time }) => `Decline the request for "${name}" at ${start_time}? The invitee gets an email.`,
    },
  },
  'DELETE /booking_requests/:uuid': {
    name: 'booking_requests-withdraw_booking_request',
    title: 'Withdraw a booking request',
    description: `Withdraws a request on behalf of its invitee. Its time is free again at once.
When: the invitee no longer wants the meeting.`,
    takes: { uri: uriOf('booking_requests', fromRequests) },
    asks: {
      about: 'GET /booking_requests/:uuid',
      words: ({ name, start_time }) => `Withdraw the request for "${name}" at ${start_time}?`,
    },
  },
  'GET /waiting_list_entries': {
    name: 'waiting_lists-list_waiting_list_entries',
    title: 'List who waits for a time',
    description: `Lists the people who found no time and wait for one, the longest waiting first.
When: the user asks who is on a waiting list.
Needs: state=waiting for those who have no offer, offered for those who have one.`,
    takes: {
      ...people,
      state: field('waiting, offered, booked, left, or over.'),
      ...paging,
      ...sorting('created_at'),
    },
  },
  'GET /waiting_list_entries/:uuid': {
    name: 'waiting_lists-get_waiting_list_entry',
    title: 'Read a waiting list entry',
    description:
      'Returns one person who waits for a time: the days on which they have time, and what is offered to them.',
    takes: { uri: uriOf('waiting_list_entries', fromEntries) },
  },
  'DELETE /waiting_list_entries/:uuid': {
    name: 'waiting_lists-remove_waiting_list_entry',
    title: 'Remove someone from a waiting list',
    description: `Removes someone from a waiting list. They are offered no more times, and get no email.
When: a host knows that someone need not wait any longer. Confirm who before you call this.`,
    takes: { uri: uriOf('waiting_list_entries', fromEntries) },
    asks: {
      about: 'GET /waiting_list_entries/:uuid',
      words: ({ name }) => `Remove this person from the waiting list of "${name}"?`,
    },
  },
}
