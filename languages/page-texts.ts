import type { Plural } from './language.ts'

/** The texts of the booking pages. */
export interface PageTexts {
  readonly optional: string
  readonly back: string
  readonly language: string

  // A person's page, and a team's.
  readonly profileHint: string
  readonly profileEmpty: string
  readonly teamHint: string
  readonly upTo: Plural

  // The calendar.
  readonly chooseDay: string
  /** In place of the times until a day is selected. */
  readonly dayFirst: string
  readonly previousMonth: string
  readonly nextMonth: string
  readonly timeZone: string
  readonly searchZone: string
  readonly noZone: string
  readonly clock: string
  /** With `{hours}`: 12 or 24. */
  readonly clockHours: string
  readonly show: string
  readonly duration: string
  readonly loading: string
  readonly loadFailed: string
  readonly tryAgain: string
  /** With `{month}`. */
  readonly noTimes: string
  /** With `{month}`. */
  readonly showMonth: string
  readonly noTimesAtAll: string
  /** With `{name}`. */
  readonly otherTypes: string
  /** With `{date}`. */
  readonly timesOn: string
  /** With `{date}`. */
  readonly dayWithout: string
  readonly availableTimes: Plural
  readonly seatsLeft: Plural

  // The location.
  readonly location: string
  readonly inPerson: string
  readonly videoCall: string
  readonly phoneCall: string
  readonly weCallYou: string
  readonly youCallUs: string
  readonly youChoose: string
  readonly locationAfterBooking: string
  readonly yourNumber: string
  readonly yourLocation: string
  readonly toFollow: string

  // The form.
  readonly yourDetails: string
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly addGuests: string
  readonly guests: string
  readonly guestsHint: string
  readonly other: string
  readonly otherAnswer: string
  readonly book: string
  readonly booking: string
  readonly rescheduling: string

  // Errors.
  readonly fixErrors: string
  readonly missing: string
  readonly wrongEmail: string
  readonly wrongNumber: string
  /** With `{address}`. */
  readonly wrongGuest: string
  readonly tooManyGuests: string
  readonly wrongChoice: string
  readonly missingOther: string
  /** With `{count}`. */
  readonly tooLong: string
  readonly taken: string
  readonly takenKept: string
  /** Asks before an address gets a second seat in the same group meeting. */
  readonly hasSeat: string
  readonly bookAnotherSeat: string
  /** Where a host confirms each booking. */
  readonly request: string
  /** With `{hosts}`. */
  readonly requestHint: string
  readonly price: string
  readonly continueToPay: string
  /** With `{price}`. */
  readonly payNext: string
  /** With `{price}`. */
  readonly payOnceAccepted: string
  readonly unpayableTitle: string
  readonly unpayable: string
  readonly otherTimes: string
  readonly sendFailed: string
  readonly stale: string
  readonly noTimeFits: string
  readonly joinWaitingList: string
  /** At the email field. */
  readonly refusedEmail: string
  readonly sealedOff: string
  /** With `{minutes}`, such as `5 minutes`. */
  readonly tooOften: string
  readonly minutes: Plural

  // After booking.
  readonly booked: string
  /** The title after the invitee rescheduled. */
  readonly rescheduled: string
  /** With `{email}`. */
  readonly bookedHint: string
  /** Shown when no mail server is configured. */
  readonly bookedWithoutMail: string
  readonly meeting: string
  readonly when: string
  readonly host: string
  /** With `{time}`. */
  readonly previousTime: string
  readonly addToCalendar: string
  readonly calendarFile: string
  readonly plansChange: string
  readonly reschedule: string
  readonly cancel: string
  readonly join: string

  // Canceling and rescheduling.
  readonly cancelTitle: string
  readonly reason: string
  readonly cancelIt: string
  readonly keepIt: string

  // Opting out of reminders.
  readonly stopTitle: string
  readonly stopHint: string
  readonly stopHintGuest: string
  readonly stopIt: string
  readonly stopped: string

  readonly canceled: string
  /** With `{name}`. */
  readonly canceledBy: string
  readonly bookAgain: string
  readonly moveHeading: string
  readonly moveTitle: string
  readonly moveIt: string
  /** With `{time}`. */
  readonly currentTime: string
  readonly sameTime: string
  readonly movedTitle: string
  readonly moved: string
  readonly seeNew: string

  // Routing forms.
  readonly goOn: string
  readonly leadsOnTitle: string
  /** With `{host}`. */
  readonly leadsOn: string
  /** With `{host}`. */
  readonly openSite: string

  // Pages on which nothing can be booked.
  readonly notFoundTitle: string
  readonly notFound: string
  readonly inactiveTitle: string
  readonly inactive: string
  readonly usedTitle: string
  readonly used: string
  readonly expiredTitle: string
  readonly expired: string
  readonly overTitle: string
  readonly over: string
  readonly wrongTitle: string
  readonly wrong: string
  readonly tooMuch: string
  readonly waitTitle: string
  readonly awayTitle: string
  readonly away: string
  readonly faultTitle: string
  readonly fault: string
}
