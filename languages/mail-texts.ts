/** What is said in mails, in one language. Patterns name what is put into them: `{event}`, `{name}`, `{host}`, `{invitee}`, `{when}`. */
export interface MailTexts {
  readonly hello: string
  readonly helloSomebody: string
  /** With `{event}`, `{name}` (whom they meet) and `{when}`. */
  readonly subject: {
    readonly booked: string
    readonly bookedForHost: string
    readonly moved: string
    readonly canceled: string
    readonly reminder: string
  }
  /** With `{host}` and `{invitee}`. */
  readonly intro: {
    readonly bookedForInvitee: string
    readonly bookedForGuest: string
    readonly bookedForHost: string
    readonly moved: string
    readonly canceled: string
    readonly reminder: string
  }
  readonly label: {
    readonly what: string
    readonly when: string
    readonly before: string
    readonly where: string
    readonly host: string
    readonly invitee: string
    readonly guests: string
    readonly seats: string
    readonly canceledBy: string
    readonly movedBy: string
    readonly reason: string
  }
  readonly place: { readonly theyCall: string; readonly youCall: string; readonly conference: string }
  /** `open` and `move` are for hosts. */
  readonly action: {
    readonly open: string
    readonly move: string
    readonly reschedule: string
    readonly cancel: string
    readonly stopReminders: string
  }
  /** With `{until}`. */
  readonly worksOnce: string
  readonly notYou: string
  /** With `{organization}` and `{name}`. */
  readonly invitation: Notice
  /** With `{organization}`: for somebody who came by an import and has no password yet. */
  readonly firstPassword: Notice
  readonly passwordReset: Notice
  readonly emailChange: Notice
  /** With `{url}`; the last line says what to do. */
  readonly webhookDisabled: {
    readonly subject: string
    readonly intro: string
    readonly advice: string
    /** When its creator lost access; to the owner of the organization. */
    readonly reasons: { readonly creator_left: string; readonly creator_demoted: string; readonly advice: string }
  }
  /** With `{account}`. */
  readonly calendarLost: {
    readonly subject: string
    readonly intro: string
    readonly reasons: {
      readonly credentials: string
      readonly gone: string
      readonly silent: string
      readonly removed: string
    }
    readonly closed: string
    readonly advice: string
  }
  /** With `{name}` of the meeting, `{booked}` and `{there}`, when it is in the calendar, or ends there. */
  readonly calendarChanged: Readonly<Record<EntryChange, Notice>> & {
    readonly restore: string
    readonly unchanged: string
  }
}

/** What a host did to a meeting in their own calendar. */
export type EntryChange = 'moved' | 'longer' | 'shorter' | 'freed' | 'canceled' | 'deleted'

export interface Notice {
  readonly subject: string
  readonly intro: string
  readonly action: string
}
