import type { RouteTable } from '#execution/route-table.ts'
import { deleteEventData } from './operations/delete-event-data.ts'
import { deleteInviteeData } from './operations/delete-invitee-data.ts'

export const privacyRoutes: RouteTable = {
  'POST /data_compliance/invitee_deletion': { operation: deleteInviteeData, status: 200, isBare: true },
  'POST /data_compliance/deletion/invitees': { operation: deleteInviteeData, status: 202, isBare: true },
  'POST /data_compliance/deletion/events': { operation: deleteEventData, status: 202, isBare: true },
  'POST /data_compliance/deletion_event': { operation: deleteEventData, status: 202, isBare: true },
}
