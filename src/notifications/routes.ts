import type { RouteTable } from '#execution/route-table.ts'
import { listOutgoingCommunications } from './operations/list-outgoing-communications.ts'

export const notificationRoutes: RouteTable = {
  'GET /outgoing_communications': listOutgoingCommunications,
}
