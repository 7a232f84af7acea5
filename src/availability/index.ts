export { dateRanges } from './dates.ts'
export { scheduleExample } from './examples.ts'
export { type Country, countries } from './holidays/countries.ts'
export { holidaysFrom } from './holidays/holidays.ts'
export type { Hours, Range } from './hours.ts'
export { type HoursObstacle, hoursObstacles } from './hours-obstacle.ts'
export { getUserAvailabilitySchedule } from './operations/get-user-availability-schedule.ts'
export { listUserAvailabilitySchedules } from './operations/list-user-availability-schedules.ts'
export { listUserBusyTimes } from './operations/list-user-busy-times.ts'
export { saveUserAvailabilitySchedule } from './operations/save-user-availability-schedule.ts'
export { toScheduleResource } from './resources.ts'
export { availabilityRoutes } from './routes.ts'
export {
  calendarDate,
  dateDay,
  hoursFrom,
  inOrder,
  type Rule,
  RuleResource,
  Rules,
  weekdays,
  workingHours,
  writeDay,
} from './rule.ts'
export type { Schedule } from './schedule.ts'
export {
  anyStarts,
  freeSpans,
  freeTest,
  type HostTime,
  hostsFreeAtStart,
  joined,
  openStarts,
  type SlotRules,
  type Span,
  sharedStarts,
} from './slots.ts'
export {
  type BusySpan,
  type CalendarOfMember,
  deleteAllBusySpans,
  deleteBusySpans,
  insertBusySpans,
  loadBusySpans,
  setCalendarsKnownUntil,
} from './store/busy-spans.ts'
export {
  dropExpiredReservations,
  dropReservation,
  endHold,
  followHeldSeats,
  holdLonger,
  holdSeat,
  keepHeldTime,
  releaseTime,
  reserveSpans,
  seatsHeld,
} from './store/held-time.ts'
export {
  freeingCollidingSpans,
  freeMeetingSpans,
  type HostedMeeting,
  takeMeetingSpans,
} from './store/imported-spans.ts'
export { deleteSchedule, findSchedule, lockSchedules } from './store/schedules.ts'
export {
  countingSeats,
  freeingSpans,
  isTakenStill,
  listTakenSpans,
  type MeetingTime,
  takingSpans,
  unavailableSpans,
} from './store/taken-spans.ts'
export type { TakenSpan } from './taken-span.ts'
