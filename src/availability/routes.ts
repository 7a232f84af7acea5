import type { RouteTable } from '#execution/route-table.ts'
import { getUserAvailabilitySchedule } from './operations/get-user-availability-schedule.ts'
import { listUserAvailabilitySchedules } from './operations/list-user-availability-schedules.ts'
import { listUserBusyTimes } from './operations/list-user-busy-times.ts'

export const availabilityRoutes: RouteTable = {
  'GET /user_availability_schedules': listUserAvailabilitySchedules,
  'GET /user_availability_schedules/:uuid': getUserAvailabilitySchedule,
  'GET /user_busy_times': listUserBusyTimes,
}
