import type { RouteTable } from '#execution/route-table.ts'
import { cancelInvitee } from './operations/cancel-invitee.ts'
import { cancelScheduledEvent } from './operations/cancel-scheduled-event.ts'
import { createInvitee } from './operations/create-invitee.ts'
import { createInviteeNoShow } from './operations/create-invitee-no-show.ts'
import { deleteInviteeNoShow } from './operations/delete-invitee-no-show.ts'
import { getInvitee } from './operations/get-invitee.ts'
import { getInviteeNoShow } from './operations/get-invitee-no-show.ts'
import { getScheduledEvent } from './operations/get-scheduled-event.ts'
import { listInvitees } from './operations/list-invitees.ts'
import { listScheduledEvents } from './operations/list-scheduled-events.ts'
import { markNoShow } from './operations/mark-no-show.ts'
import { rescheduleInvitee } from './operations/reschedule-invitee.ts'
import { unmarkNoShow } from './operations/unmark-no-show.ts'
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
  'POST /invitee_no_shows': { operation: createInviteeNoShow, status: 201 },
  'GET /invitee_no_shows/:uuid': getInviteeNoShow,
  'DELETE /invitee_no_shows/:uuid': deleteInviteeNoShow,
}
