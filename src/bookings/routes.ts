import type { RouteTable } from '#execution/route-table.ts'
import { acceptBookingRequest } from './operations/accept-booking-request.ts'
import { cancelInvitee } from './operations/cancel-invitee.ts'
import { cancelScheduledEvent } from './operations/cancel-scheduled-event.ts'
import { createBookingRequest } from './operations/create-booking-request.ts'
import { createInvitee } from './operations/create-invitee.ts'
import { createInviteeNoShow } from './operations/create-invitee-no-show.ts'
import { declineBookingRequest } from './operations/decline-booking-request.ts'
import { deleteInviteeNoShow } from './operations/delete-invitee-no-show.ts'
import { getBookingRequest } from './operations/get-booking-request.ts'
import { getInvitee } from './operations/get-invitee.ts'
import { getInviteeNoShow } from './operations/get-invitee-no-show.ts'
import { getScheduledEvent } from './operations/get-scheduled-event.ts'
import { getWaitingListEntry } from './operations/get-waiting-list-entry.ts'
import { listBookingRequests } from './operations/list-booking-requests.ts'
import { listInvitees } from './operations/list-invitees.ts'
import { listScheduledEvents } from './operations/list-scheduled-events.ts'
import { listWaitingListEntries } from './operations/list-waiting-list-entries.ts'
import { markNoShow } from './operations/mark-no-show.ts'
import { removeWaitingListEntry } from './operations/remove-waiting-list-entry.ts'
import { rescheduleInvitee } from './operations/reschedule-invitee.ts'
import { unmarkNoShow } from './operations/unmark-no-show.ts'
import { withdrawBookingRequest } from './operations/withdraw-booking-request.ts'
import { writeMeetingNotes } from './operations/write-meeting-notes.ts'

export const bookingRoutes: RouteTable = {
  'GET /scheduled_events': listScheduledEvents,
  'GET /scheduled_events/:uuid': getScheduledEvent,
  'PATCH /scheduled_events/:uuid': writeMeetingNotes,
  'POST /scheduled_events/:uuid/cancellation': cancelScheduledEvent,
  'GET /scheduled_events/:uuid/invitees': listInvitees,
  'GET /scheduled_events/:uuid/invitees/:invitee_uuid': getInvitee,
  'POST /invitees': createInvitee,
  'POST /invitees/:uuid/reschedule': rescheduleInvitee,
  'POST /invitees/:uuid/cancellation': cancelInvitee,
  'POST /invitees/:uuid/no_show': markNoShow,
  'DELETE /invitees/:uuid/no_show': unmarkNoShow,
  'GET /booking_requests': listBookingRequests,
  'POST /booking_requests': { operation: createBookingRequest, status: 201 },
  'GET /booking_requests/:uuid': getBookingRequest,
  'DELETE /booking_requests/:uuid': withdrawBookingRequest,
  'POST /booking_requests/:uuid/acceptance': acceptBookingRequest,
  'POST /booking_requests/:uuid/decline': declineBookingRequest,
  'GET /waiting_list_entries': listWaitingListEntries,
  'GET /waiting_list_entries/:uuid': getWaitingListEntry,
  'DELETE /waiting_list_entries/:uuid': removeWaitingListEntry,
  'POST /invitee_no_shows': { operation: createInviteeNoShow, status: 201 },
  'GET /invitee_no_shows/:uuid': getInviteeNoShow,
  'DELETE /invitee_no_shows/:uuid': deleteInviteeNoShow,
}
