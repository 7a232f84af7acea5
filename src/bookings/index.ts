export { type BookingRequest, priceToPay, requestStates, resendableGate, waitsFor } from './booking-request.ts'
export { type ClosedEntryPoint, type EntryPoint, type VisitorBookable, withDuration } from './entry-point.ts'
export { bookingRequestExample, inviteeExample, scheduledEventExample, waitingListEntryExample } from './examples.ts'
export { bookAsVisitor, isBlockedVisitor, type ReadForm, type VisitorOutcome } from './flows/visitor-booking.ts'
export type { Invitee, InviteeReference } from './invitee.ts'
export {
  calendarUrl,
  cancelUrl,
  inviteeToken,
  rescheduleUrl,
  stopRemindersUrl,
  withLinkDigest,
  withoutSecret,
  withSecret,
} from './invitee-token.ts'
export { followInRequests, requestExpiries, requestReminders } from './jobs/expire.ts'
export { followInWaitingLists, waitingListOffers } from './jobs/waiting-list.ts'
export { meetingChangesIn } from './meeting-changes.ts'
export {
  type ConferenceProgress,
  conferenceKindOf,
  MeetingLocation,
  needsInviteeInput,
} from './meeting-location.ts'
export { acceptBookingRequest } from './operations/accept-booking-request.ts'
export { acceptOwnOffer } from './operations/accept-own-offer.ts'
export { beginOwnPayment } from './operations/begin-own-payment.ts'
export { bookEventType } from './operations/book-event-type.ts'
export { bookThroughLink } from './operations/book-through-link.ts'
export { cancelInvitee } from './operations/cancel-invitee.ts'
export { cancelOwnBooking } from './operations/cancel-own-booking.ts'
export { cancelScheduledEvent } from './operations/cancel-scheduled-event.ts'
export { confirmOwnAddress } from './operations/confirm-own-address.ts'
export { confirmWaitingListEntry } from './operations/confirm-waiting-list-entry.ts'
export { createInvitee } from './operations/create-invitee.ts'
export { decideWithLink } from './operations/decide-with-link.ts'
export { declineBookingRequest } from './operations/decline-booking-request.ts'
export { getInsights } from './operations/get-insights.ts'
export { getScheduledEvent } from './operations/get-scheduled-event.ts'
export { joinWaitingList } from './operations/join-waiting-list.ts'
export { leaveWaitingList } from './operations/leave-waiting-list.ts'
export { listBookingRequests } from './operations/list-booking-requests.ts'
export { listInvitees } from './operations/list-invitees.ts'
export { listMeetings } from './operations/list-meetings.ts'
export { listScheduledEvents } from './operations/list-scheduled-events.ts'
export { listWaitingListEntries } from './operations/list-waiting-list-entries.ts'
export { markNoShow } from './operations/mark-no-show.ts'
export { offerFreedTime } from './operations/offer-freed-time.ts'
export { removeWaitingListEntry } from './operations/remove-waiting-list-entry.ts'
export { requestEventType } from './operations/request-event-type.ts'
export { requestThroughLink } from './operations/request-through-link.ts'
export { rescheduleInvitee } from './operations/reschedule-invitee.ts'
export { rescheduleScheduledEvent } from './operations/reschedule-scheduled-event.ts'
export { resendOwnCode } from './operations/resend-own-code.ts'
export { stopOwnReminders } from './operations/stop-own-reminders.ts'
export { unmarkNoShow } from './operations/unmark-no-show.ts'
export { withdrawOwnRequest } from './operations/withdraw-own-request.ts'
export { writeMeetingNotes } from './operations/write-meeting-notes.ts'
export { BookingRefused, type ClosedReason } from './outcome.ts'
export { isOver, type OwnBooking } from './own-booking.ts'
export { isPhoneNumber } from './phone-number.ts'
export { toRequestRecord } from './request-resource.ts'
export { confirmationCode, decisionUrl, requestUrl } from './request-token.ts'
export {
  InviteeResource,
  inviteeUri,
  toInviteeRecord,
  toInviteeResource,
  toScheduledEventResource,
  withOwnAddresses,
} from './resources.ts'
export { mayChange, mayView } from './rights.ts'
export { bookingRoutes } from './routes.ts'
export { asRecordedFor, type CalendarEvent, calendarEventKinds } from './scheduled-event.ts'
export { countPastMeetings, countPersonMeetings } from './store/affected.ts'
export {
  countToDecide,
  eraseRequestsOf,
  findBookingRequest,
  findRequestByToken,
  findRequestToDecide,
} from './store/booking-requests.ts'
export { deleteMeetings, erasePersonFromBookings, findPastMeetings, findPersonBookings } from './store/erasure.ts'
export { listMeetingNames } from './store/event-names.ts'
export { findInvitees } from './store/invitees.ts'
export {
  findBookingByToken,
  findFirstInvitee,
  findImportedBooking,
  findLatestInvitee,
  findOwnBooking,
  findRemindedBooking,
  hasStoppedReminders,
  maxMoves,
  type RemindedBooking,
} from './store/own-bookings.ts'
export { deleteOldRequests, overviewOfRequests } from './store/request-counts.ts'
export { countLocationChange, findScheduledEvent, listComing, setCalendarEvent } from './store/scheduled-events.ts'
export {
  findAtEntryPoint,
  findAtEntryPointById,
  findFirstOpenTime,
  findOpenTimes,
  findSwitchedOff,
} from './store/visitor-bookables.ts'
export {
  deleteOldWaitingListEntries,
  eraseEntriesOf,
  findEntry,
  findEntryByToken,
  findOffer,
} from './store/waiting-list.ts'
export {
  noTracking,
  type Tracking,
  TrackingResource,
  toTrackingResource,
  trackingFields,
  trackingFrom,
  trackingNames,
} from './tracking.ts'
export { maxDaysAhead, type WaitingListEntry } from './waiting-list.ts'
export { toEntryResource } from './waiting-list-resource.ts'
export { waitingListUrl } from './waiting-list-token.ts'
export { paidRequests } from './workflow/confirm-paid.ts'
export { dropImportedRequest, importRequest } from './workflow/import-request.ts'
export { lockMeeting } from './workflow/lock-meeting.ts'
export { setMeetingLocation } from './workflow/set-meeting-location.ts'
