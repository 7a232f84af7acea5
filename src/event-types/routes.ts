import type { RouteTable } from '#execution/route-table.ts'
import { createEventType } from './operations/create-event-type.ts'
import { createOneOffEventType } from './operations/create-one-off-event-type.ts'
import { createSchedulingLink } from './operations/create-scheduling-link.ts'
import { createShare } from './operations/create-share.ts'
import { deleteShare } from './operations/delete-share.ts'
import { getEventType } from './operations/get-event-type.ts'
import { getShare } from './operations/get-share.ts'
import { listEventTypeAvailabilitySchedules } from './operations/list-event-type-availability-schedules.ts'
import { listEventTypeAvailableTimes } from './operations/list-event-type-available-times.ts'
import { listEventTypeMemberships } from './operations/list-event-type-memberships.ts'
import { listEventTypes } from './operations/list-event-types.ts'
import { listLocations } from './operations/list-locations.ts'
import { listShares } from './operations/list-shares.ts'
import { updateEventType } from './operations/update-event-type.ts'
import { updateEventTypeAvailabilitySchedule } from './operations/update-event-type-availability-schedule.ts'
import { updateShare } from './operations/update-share.ts'

export const eventTypeRoutes: RouteTable = {
  'GET /event_types': listEventTypes,
  'POST /event_types': { operation: createEventType, status: 201 },
  'POST /one_off_event_types': { operation: createOneOffEventType, status: 201 },
  'GET /event_types/:uuid': getEventType,
  'PATCH /event_types/:uuid': updateEventType,
  'GET /event_type_memberships': listEventTypeMemberships,
  'GET /event_type_available_times': listEventTypeAvailableTimes,
  'GET /event_type_availability_schedules': listEventTypeAvailabilitySchedules,
  'PATCH /event_type_availability_schedules': updateEventTypeAvailabilitySchedule,
  'PATCH /event_type_availability_schedules/:uuid': updateEventTypeAvailabilitySchedule,
  'GET /locations': listLocations,
  'POST /scheduling_links': { operation: createSchedulingLink, status: 201 },
  'GET /shares': listShares,
  'POST /shares': { operation: createShare, status: 201 },
  'GET /shares/:uuid': getShare,
  'PATCH /shares/:uuid': updateShare,
  'DELETE /shares/:uuid': deleteShare,
}
