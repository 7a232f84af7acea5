/**
 * The texts of mails, in one language. Placeholders: `{event}` is the name of the event type, `{name}` the other side of
 * the meeting, `{host}`, `{invitee}` and `{when}`.
 */
export interface MailTexts {
  readonly hello: string
  readonly helloWithoutName: string
  /** With `{event}`, `{name}` and `{when}`. */
  readonly subject: {
    readonly booked: string
    readonly bookedForHost: string
    readonly moved: string
    readonly canceled: string
    /** Of a meeting that has its link by now. */
    readonly linked: string
    readonly reminder: string
  }
  readonly intro: {
    /** With `{host}`. */
    readonly bookedForInvitee: string
    /** With `{host}` and `{invitee}`. */
    readonly bookedForGuest: string
    /** With `{invitee}`. */
    readonly bookedForHost: string
    /** With `{name}`. */
    readonly moved: string
    /** With `{event}`. */
    readonly linked: string
    /** With `{name}`. */
    readonly canceled: string
    /** When all invitees of a group meeting lose it. With `{event}`. */
    readonly groupCanceled: string
    /** When one invitee leaves a group meeting, to its host. With `{invitee}` and `{event}`. */
    readonly seatCanceled: string
    /** With `{name}` and `{when}`, one of `moment`. */
    readonly reminder: string
    /** To the host of a group meeting. With `{event}` and `{when}`. */
    readonly groupReminder: string
  }
  /** When a meeting begins, in a sentence. With `{time}`, and `{day}` for another day than today and tomorrow. */
  readonly moment: { readonly today: string; readonly tomorrow: string; readonly later: string }
  readonly label: {
    readonly meeting: string
    readonly when: string
    readonly previousTime: string
    readonly location: string
    readonly host: string
    readonly invitee: string
    readonly guests: string
    readonly seats: string
    readonly paid: string
    readonly canceledBy: string
    readonly rescheduledBy: string
    readonly reason: string
  }
  /** With `{number}`. `inviteeCalls` is for the invitee and guests, `inviteeCallsYou` for hosts. */
  readonly location: {
    readonly hostCalls: string
    readonly inviteeCalls: string
    readonly inviteeCallsYou: string
    readonly conference: string
  }
  readonly action: {
    /** For hosts. */
    readonly view: string
    readonly reschedule: string
    readonly cancel: string
    readonly stopReminders: string
  }
  /** Under a message in own words. With `{organization}` and `{site}`. */
  readonly messageNote: string
  /** With `{until}`. */
  readonly worksOnce: string
  readonly notRequested: string
  /** With `{organization}` and `{name}`. */
  readonly invitation: Notice & { readonly notExpected: string }
  /** With `{organization}`: to a person whose account was created by an import and has no password yet. */
  readonly firstPassword: Notice
  readonly passwordReset: Notice
  readonly emailChange: Notice
  /** With `{url}`. */
  readonly webhookDisabled: Notice & {
    readonly advice: string
    /** When its creator lost access; to the owner of the organization. With `{name}` and `{url}`. */
    readonly reasons: { readonly creator_left: string; readonly creator_demoted: string; readonly advice: string }
  }
  /** With `{account}`. */
  readonly calendarLost: Notice & {
    readonly reasons: { readonly credentials: string; readonly gone: string; readonly silent: string }
    /** What follows for bookings: by default nobody can book the owner; a setting keeps bookings open. */
    readonly closed: string
    readonly open: string
    readonly advice: string
    /** When one calendar of the account was deleted there. */
    readonly removed: { readonly subject: string; readonly intro: string }
  }
  /** With `{name}` of the meeting, `{booked}`, and `{there}`: when it begins or ends in the calendar. */
  readonly calendarChanged: Readonly<Record<EntryChange, Notice>> & {
    readonly restore: string
    readonly unchanged: string
  }
  /** With `{name}` of the meeting and `{when}` it begins. In the mail, on its page, and beside the meeting. */
  readonly missingLink: {
    readonly subject: string
    readonly intro: string
    /** Beside a meeting, where little fits. */
    readonly none: string
    readonly waiting: string
    readonly trying: string
    readonly failed: string
    readonly again: string
    readonly enter: string
    readonly label: string
    readonly save: string
    readonly until: string
    /** After each of the two. */
    readonly started: string
    readonly saved: string
    /** Of a page that has nothing to mend any more. */
    readonly settledTitle: string
    readonly settled: string
    readonly reasons: {
      readonly access: string
      readonly permission: string
      readonly setUp: string
      readonly unknown: string
      readonly account: string
      readonly calendar: string
      readonly noConference: string
      readonly away: string
    }
  }
  /** With `{account}`. */
  readonly accountLost: Notice & { readonly shared: string; readonly advice: string }
  /** With `{issuer}`, the host name of an identity provider. */
  readonly signInLinked: Notice & { readonly advice: string }
}

/** How a host changed the entry of a meeting in their own calendar. */
export type EntryChange = 'moved' | 'longer' | 'shorter' | 'freed' | 'canceled' | 'deleted'

export interface Notice {
  readonly subject: string
  readonly intro: string
  readonly action: string
}
