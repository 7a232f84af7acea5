export {
  type Bookable,
  type BookableHost,
  type BookableToBook,
  type HostsTime,
  hasNoDayLeft,
  isOpen,
  type ShownHost,
} from './bookable.ts'
export { type BookingLink, isOpenLink, linkCode, linkCodeHash } from './booking-link.ts'
export { type BookingRules, noBookingRules, priceOf } from './booking-rules.ts'
export { type EventType, type Locale, locales, nameFormats } from './event-type.ts'
export { eventTypeExample } from './examples.ts'
export { type ExplainedStart, explainSpan, reasonsAt, type TimeReason } from './explanation.ts'
export { zoneOf } from './host.ts'
export type { ExplainedTimes, HostReason } from './host-reasons.ts'
export { isJoinPattern, type JoinUrlValues, joinHostOf, joinUrlFor, randomIn } from './join-url.ts'
export { type ConferenceKind, conferenceKinds, JoinUrl, Location, locationKinds, maxLocations } from './location.ts'
export { type MissingLinks, missingLinksOf } from './missing-links.ts'
export { hostsFreeAt, isOn, lookupSpanOf, openingsOf } from './openings.ts'
export { configureEventType } from './operations/configure-event-type.ts'
export { createEventType } from './operations/create-event-type.ts'
export { createOneOffEventType } from './operations/create-one-off-event-type.ts'
export { createSchedulingLink } from './operations/create-scheduling-link.ts'
export { createShare } from './operations/create-share.ts'
export { createSharedEventType } from './operations/create-shared-event-type.ts'
export { deleteAvailabilitySchedule } from './operations/delete-availability-schedule.ts'
export { deleteEventType } from './operations/delete-event-type.ts'
export { deleteShare } from './operations/delete-share.ts'
export { duplicateEventType } from './operations/duplicate-event-type.ts'
export { getConferenceLinks } from './operations/get-conference-links.ts'
export { getEventTypeSetup } from './operations/get-event-type-setup.ts'
export { giveEventType } from './operations/give-event-type.ts'
export { listEventTypeAvailabilitySchedules } from './operations/list-event-type-availability-schedules.ts'
export { listEventTypeAvailableTimes } from './operations/list-event-type-available-times.ts'
export { listEventTypes } from './operations/list-event-types.ts'
export { listFormerOwners } from './operations/list-former-owners.ts'
export { listHostFreeTime } from './operations/list-host-free-time.ts'
export { listHostTimes } from './operations/list-host-times.ts'
export { listLocations } from './operations/list-locations.ts'
export { listSharedHosts } from './operations/list-shared-hosts.ts'
export { listShares } from './operations/list-shares.ts'
export { moveEventType } from './operations/move-event-type.ts'
export { restoreEventType } from './operations/restore-event-type.ts'
export { setConferenceLink } from './operations/set-conference-link.ts'
export { setEventTypeHosts } from './operations/set-event-type-hosts.ts'
export { grantEventTypePermission, withdrawEventTypePermission } from './operations/settle-event-type-permission.ts'
export { updateEventTypeAvailabilitySchedule } from './operations/update-event-type-availability-schedule.ts'
export { updateShare } from './operations/update-share.ts'
export { useAvailabilitySchedule } from './operations/use-availability-schedule.ts'
export { type Question, Questions } from './question.ts'
export { asShown, schedulingUrlOf } from './resources.ts'
export { checkMayChange } from './rights.ts'
export { eventTypeRoutes } from './routes.ts'
export { bookableDays, defaultSchedulingRules, SchedulingRules, unlimitedWindow } from './scheduling-rules.ts'
export { slugOf } from './slug.ts'
export { findBookable, findTypeBySlugs, findTypeOrganization, listShownTypes } from './store/bookables.ts'
export { findBookableToBook, findBookableToMove, findTaken, lockHosts } from './store/bookables-to-book.ts'
export { findBookingLink, findBookingLinks, findLinkByCode } from './store/booking-links.ts'
export { countingAssigned, finishingOneOff, spendingLink } from './store/booking-parts.ts'
export {
  chooseAccount,
  leaveAccount,
  leaveRooms,
  listConferenceRooms,
  saveCalendarKinds,
} from './store/conference-links.ts'
export { findEventTypes, findTypeColors } from './store/event-types.ts'
export { underTerms } from './terms.ts'
