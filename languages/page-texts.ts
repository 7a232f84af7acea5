import type { Plural } from './language.ts'

/** Everything that the booking pages say. */
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
  /** Where the times of a day will be. */
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
  readonly lookAt: string
  readonly noTimesAtAll: string
  /** With `{name}`. */
  readonly otherTypes: string
  /** With `{date}`. */
  readonly timesOn: string
  /** With `{date}`. */
  readonly dayWithout: string
  readonly timesFree: Plural
  readonly seatsLeft: Plural

  // Where to meet.
  readonly where: string
  readonly inPerson: string
  readonly videoCall: string
  readonly phoneCall: string
  readonly weCallYou: string
  readonly youCallUs: string
  readonly youChoose: string
  readonly toldLater: string
  readonly yourNumber: string
  readonly yourPlace: string
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
  readonly sending: string

  // What can be wrong with it.
  readonly lookAgain: string
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
  /** The same address books the same group time once more. */
  readonly hasSeat: string
  readonly bookAnotherSeat: string
  readonly stillFree: string
  readonly sendFailed: string
  readonly stale: string
  readonly sealedOff: string
  /** With `{minutes}`, which is a duration in words. */
  readonly tooOften: string
  readonly minutes: Plural

  // After booking.
  readonly booked: string
  /** The same, after a move. */
  readonly rescheduled: string
  /** With `{email}`. */
  readonly bookedHint: string
  /** Where no mail server is set. */
  readonly bookedWithoutMail: string
  readonly what: string
  readonly when: string
  readonly withWhom: string
  /** With `{time}`. */
  readonly formerly: string
  readonly addToCalendar: string
  readonly calendarFile: string
  readonly plansChange: string
  readonly reschedule: string
  readonly cancel: string
  readonly join: string

  // Canceling and moving.
  readonly cancelTitle: string
  readonly reason: string
  readonly cancelIt: string
  readonly keepIt: string

  // No more reminders.
  readonly stopTitle: string
  readonly stopHint: string
  readonly stopHintGuest: string
  readonly stopIt: string
  readonly stopped: string

  readonly canceled: string
  /** With `{name}`. */
  readonly canceledBy: string
  readonly bookAgain: string
  readonly moveTitle: string
  readonly moveIt: string
  /** With `{time}`. */
  readonly bookedNow: string
  readonly sameTime: string
  readonly movedTitle: string
  readonly moved: string
  readonly seeNew: string

  // A form that leads to the right meeting.
  readonly goOn: string
  readonly leadsOnTitle: string
  /** With `{host}`. */
  readonly leadsOn: string
  /** With `{host}`. */
  readonly openSite: string

  // What stands where nothing can be booked.
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
