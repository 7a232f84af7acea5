/** What pages and mails say about booking requests. */
export interface RequestTexts {
  // The page of the invitee.
  readonly sent: string
  /** With `{hosts}`, `{email}` and `{until}`. */
  readonly sentHint: string
  readonly sentHintWithoutMail: string
  readonly codeTitle: string
  /** With `{email}` and `{until}`. */
  readonly codeHint: string
  readonly code: string
  readonly confirm: string
  readonly wrongCode: string
  readonly resend: string
  /** With `{email}`. */
  readonly resent: string
  readonly withdraw: string
  readonly withdrawn: string
  readonly declined: string
  /** With `{hosts}`. */
  readonly declinedHint: string
  readonly expired: string
  readonly freeAgain: string
  readonly otherTimes: string

  // The page of an invitee who pays.
  readonly payTitle: string
  /** With `{until}`. */
  readonly payHint: string
  /** With `{price}`. */
  readonly pay: string
  /** With `{price}`. */
  readonly payByCard: string
  /** With `{price}`. */
  readonly payWithPaypal: string
  /** With `{price}`. */
  readonly payElsewhere: string
  readonly payUnavailable: string
  readonly payFailed: string
  readonly checkingTitle: string
  readonly checkingHint: string
  readonly checkAgain: string
  readonly moneyBack: string
  readonly terms: string
  readonly refundNever: string
  readonly refundUntilStart: string
  /** With `{until}`. */
  readonly refundUntil: string

  // The page of a host, from their mail.
  readonly decide: string
  /** With `{name}`, `{email}` and `{until}`. */
  readonly decideHint: string
  readonly accept: string
  readonly decline: string
  /** With `{name}`. */
  readonly message: string
  readonly accepted: string
  /** With `{name}`. */
  readonly acceptedHint: string
  readonly declinedByYou: string
  /** With `{name}`. */
  readonly declinedByYouHint: string
  readonly settled: string
  readonly settledHint: string

  /** The subjects, with `{event}`, `{name}` and `{when}`, and the first sentences of mails. */
  readonly mails: {
    readonly codeSubject: string
    /** With `{event}` and `{until}`. */
    readonly codeIntro: string
    readonly codeNotYou: string
    readonly sentSubject: string
    /** With `{hosts}`. */
    readonly sentIntro: string
    readonly follow: string
    readonly toDecideSubject: string
    /** With `{name}` and `{until}`. */
    readonly toDecideIntro: string
    readonly reminderSubject: string
    readonly declinedSubject: string
    /** With `{hosts}`. */
    readonly declinedIntro: string
    readonly expiredSubject: string
    /** With `{hosts}`. */
    readonly expiredIntro: string
    readonly expiredForHost: string
    readonly unpaidForHost: string
    readonly withdrawnSubject: string
    /** With `{name}`. */
    readonly withdrawnIntro: string
    readonly paySubject: string
    /** With `{hosts}` and `{until}`. */
    readonly payIntro: string
    readonly payNow: string
    readonly unpaidIntro: string
    readonly returnedSubject: string
    /** With `{price}`. */
    readonly returnedIntro: string
    /** With `{price}`. */
    readonly paidTwiceIntro: string
  }

  /** What visitors read who found no time and wait for one. */
  readonly waitingList: {
    readonly title: string
    readonly hint: string
    readonly firstDay: string
    readonly lastDay: string
    readonly join: string
    readonly wrongDays: string
    readonly timesOpen: string
    readonly bookNow: string
    readonly sent: string
    /** With `{email}`. */
    readonly sentHint: string
    readonly confirmTitle: string
    /** With `{event}`, `{from}` and `{until}`. */
    readonly days: string
    readonly waiting: string
    /** With `{email}`. */
    readonly waitingHint: string
    readonly leave: string
    readonly left: string
    readonly leftHint: string
    readonly over: string
    readonly overHint: string
    readonly offer: string
    /** With `{until}`. */
    readonly offerHint: string
    readonly take: string
    readonly skip: string
    readonly skipped: string
    /** With `{event}`, as all that follow; those of the offer with `{when}` and `{until}` too. */
    readonly joinSubject: string
    readonly joinIntro: string
    readonly joinAction: string
    readonly joinNote: string
    readonly offerSubject: string
    readonly offerIntro: string
    readonly offerAction: string
    /** With `{event}` and `{when}`. */
    readonly notTakenSubject: string
    readonly notTakenIntro: string
    readonly stillWaiting: string
  }
}
