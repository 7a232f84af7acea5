import type { Plural } from './language.ts'

/** The texts of the account pages: sign-in, invitations, consent, account settings. */
export interface AccountTexts {
  readonly account: string
  readonly signOut: string
  readonly backToAccount: string
  readonly goToAccount: string
  readonly email: string
  readonly password: string
  readonly newPassword: string
  readonly yourPassword: string
  readonly passwordHint: string
  readonly timeZone: string
  readonly copy: string

  /** Why an operation refused a form. `src/pages/errors.ts` maps the code of each reason to one of these texts. */
  readonly refusals: {
    readonly missing: string
    readonly unusable: string
    /** With `{most}`. */
    readonly tooLong: string
    readonly taken: string
    readonly reserved: string
    readonly wrongSignIn: string
    readonly wrongPassword: string
    readonly wrongCode: string
    readonly wrongFirstCode: string
    readonly factorExists: string
    readonly shortPassword: string
    readonly longPassword: string
    readonly passwordIsAddress: string
    readonly guessablePassword: string
    readonly notHttps: string
    readonly linkPlaceholder: string
    readonly wrongAddress: string
    readonly wrongSlug: string
    readonly wrongZone: string
    readonly noScope: string
    readonly noConsent: string
    readonly otherInvitee: string
    readonly hasAccount: string
    /** With `{organization}`. */
    readonly memberElsewhere: string
    /** With `{email}`, as the two that follow. */
    readonly alreadyInvited: string
    readonly alreadyMember: string
    readonly notAnAddress: string
    /** With `{part}`, as the two that follow; this one with `{choices}` as well. */
    readonly unknownVariable: string
    readonly linkNotAllowed: string
    readonly variableInLink: string
    readonly messageRulesOff: string
    readonly pictureCut: string
    readonly pictureDamaged: string
    readonly pictureAnimated: string
    readonly pictureTooLarge: string
    readonly pictureTooWide: string
    readonly pictureType: string
    readonly nameTaken: string
    readonly endBeforeStart: string
    readonly rangeTooLong: string
    readonly tooMany: string
    readonly notHost: string
    readonly addressTaken: string
    readonly twice: string
    readonly notAChoice: string
    readonly atLeast: string
    readonly atMost: string
    readonly wholeNumber: string
    readonly notInFuture: string
    readonly notInPast: string
    readonly endNotAfterStart: string
    readonly typeIsOff: string
    readonly notPermitted: string
    readonly leftToAdmins: string
    readonly needsPlan: string
    readonly ownerRole: string
    readonly notYourself: string
    readonly notMember: string
    readonly alreadyIn: string
    readonly inOneGroup: string
    readonly hasItAlready: string
    readonly removedAlready: string
    readonly invitationSettled: string
    readonly requestSettled: string
    readonly requestUnconfirmed: string
    readonly tooManyRequests: string
    readonly notAPrice: string
    readonly accountExists: string
    readonly sameMoment: string
    readonly meetingCanceled: string
    readonly meetingOver: string
    readonly markedAlready: string
    readonly timeTaken: string
    readonly sameTime: string
    readonly answersMissing: string
    readonly wrongLocation: string
    readonly wrongPhone: string
    readonly notAssignable: string
    readonly oneOffOnly: string
    readonly oneHost: string
    readonly ownerHosts: string
    readonly hostGone: string
    readonly isOff: string
    readonly linkUsed: string
    readonly defaultFirst: string
    readonly overlaps: string
    readonly tooFarAhead: string
    readonly mostTwoYears: string
    /** With `{choices}`. */
    readonly oneOf: string
    readonly oneOfKind: string
    readonly noSuchType: string
    readonly calendarOwner: string
    readonly readOnlyCalendar: string
    readonly notSetUp: string
    readonly webhookOff: string
    readonly tooLargeHere: string
    readonly wrongColor: string
  }

  readonly home: {
    readonly title: string
    readonly hint: string
    readonly haveAccount: string
    readonly developers: string
    readonly reference: string
  }

  readonly login: {
    readonly title: string
    readonly forgot: string
    readonly codeHint: string
    readonly code: string
    readonly codeForm: string
    readonly continue: string
    readonly otherAccount: string
  }

  /** Signing in with the identity provider of a company. With `{provider}`, unless it says otherwise. */
  readonly company: {
    readonly continueWith: string
    readonly linkAt: string
    readonly goOn: string
    readonly goingOn: string
    readonly refusedTitle: string
    /** With `{code}`. */
    readonly code: string
    readonly tryAgain: string
    readonly withPassword: string
    readonly signOutThere: string
    readonly title: string
    readonly hint: string
    readonly unlinkedHint: string
    /** With `{day}`. */
    readonly since: string
    readonly unlink: string
    /** With `{issuer}`. */
    readonly unlinkOf: string
    /** With `{provider}` and `{email}`. */
    readonly reasons: Readonly<Record<CompanyReason, string>>
  }

  readonly reset: {
    readonly hint: string
    readonly send: string
    readonly back: string
    readonly sentTitle: string
    /** In place of it where no mail server is set. */
    readonly withoutMailTitle: string
    readonly withoutMail: string
    readonly hintWithoutMail: string
    readonly sendWithoutMail: string
    readonly sent: string
    readonly nothingCame: string
    readonly title: string
    /** With `{email}`. */
    readonly consequences: string
    readonly set: string
    readonly deadTitle: string
    readonly dead: string
    readonly again: string
  }

  readonly emailChange: {
    readonly title: string
    /** With `{email}`. */
    readonly consequences: string
    readonly confirm: string
  }

  readonly invitation: {
    /** With `{organization}`. */
    readonly title: string
    /** With `{organization}`. */
    readonly heading: string
    /** With `{name}`, `{email}` and `{organization}`. */
    readonly invitedBy: string
    /** With `{email}` and `{organization}`. */
    readonly invited: string
    /** With `{name}`. */
    readonly signedIn: string
    readonly accept: string
    /** With `{email}`. */
    readonly otherAddress: string
    readonly no: string
    readonly declineHint: string
    readonly decline: string
    readonly yourName: string
    readonly yourNameHint: string
    readonly acceptNew: string
    readonly haveAccount: string
    readonly signIn: string
    readonly declinedTitle: string
    /** With `{organization}`. */
    readonly declined: string
    readonly deadTitle: string
    readonly dead: string
  }

  /** The emails about meetings that a host can turn off. */
  readonly mails: {
    readonly title: string
    readonly hint: string
    readonly booked: string
    readonly moved: string
    readonly canceled: string
    readonly reminder: string
  }
  readonly profile: {
    readonly title: string
    readonly about: string
    readonly name: string
    readonly nameHint: string
    readonly slug: string
    readonly slugHint: string
    readonly language: string
    readonly clock: string
    readonly clock12: string
    readonly clock24: string
    readonly save: string
    readonly picture: string
    readonly pictureHint: string
    readonly yourPicture: string
    readonly logoAlt: string
    readonly pictureForm: string
    readonly upload: string
    readonly remove: string
    /** With `{email}`. */
    readonly emailHint: string
    /** With `{email}`, where no mail server is set. */
    readonly emailHintWithoutMail: string
    readonly changeEmail: string
    readonly newEmail: string
    readonly sendLink: string
    readonly passwordHint: string
    readonly noPassword: string
    readonly choosePassword: string
    readonly changePassword: string
    readonly currentPassword: string
    readonly sessions: string
    readonly sessionsHint: string
    readonly deviceOn: string
    readonly unknownBrowser: string
    readonly thisBrowser: string
    /** With `{since}` and `{last}`. */
    readonly sessionTimes: string
    /** With `{device}` and `{since}`. */
    readonly signOutOf: string
    readonly signOutOthers: string
  }

  readonly factor: {
    readonly title: string
    readonly on: string
    readonly off: string
    readonly codesLeft: Plural
    readonly change: string
    readonly turnOn: string
    readonly hint: string
    readonly begin: string
    readonly scan: string
    readonly qrCode: string
    readonly byHand: string
    readonly sameDevice: string
    readonly openInApp: string
    readonly codeNow: string
    readonly cancel: string
    readonly isOn: string
    readonly newCodes: string
    readonly turnOff: string
    readonly isOnTitle: string
    readonly newCodesTitle: string
    readonly codesHint: string
    readonly saved: string
  }

  readonly tokens: {
    readonly title: string
    readonly about: string
    readonly seeAll: string
    readonly create: string
    readonly hint: string
    readonly none: string
    readonly name: string
    readonly nameHint: string
    readonly scopes: string
    readonly all: string
    readonly read: string
    readonly write: string
    readonly createIt: string
    readonly revoke: string
    /** With `{name}`. */
    readonly revokeIt: string
    readonly newTitle: string
    /** With `{name}`. */
    readonly newHint: string
    readonly saved: string
    readonly noScopes: string
    readonly allScopes: string
    readonly andMore: Plural
    /** With `{day}`. */
    readonly createdOn: string
    /** With `{moment}`. */
    readonly expires: string
    /** The name of a token that is created to try the API in its reference. */
    readonly ofReference: string
  }

  readonly calendars: { readonly title: string; readonly hint: string; readonly see: string }

  readonly apps: {
    readonly title: string
    readonly hint: string
    readonly see: string
    readonly listHint: string
    readonly none: string
    readonly revoke: string
    /** With `{name}`. */
    readonly revokeOf: string
    /** With `{day}`. */
    readonly allowedOn: string
  }

  readonly consent: {
    /** With `{name}`. */
    readonly title: string
    /** With `{name}`. */
    readonly heading: string
    /** With `{name}` and `{email}`. */
    readonly signedIn: string
    readonly asks: string
    readonly untick: string
    readonly allow: string
    readonly deny: string
    readonly everything: string
    /** With `{host}`. */
    readonly describedAt: string
    readonly registeredItself: string
    /** With `{host}`. */
    readonly goesTo: string
    readonly onlyIfYou: string
    readonly localProgram: string
  }

  /** What each scope allows. */
  readonly scopes: Readonly<Record<ScopeName, string>>
  /** Headings for scopes, by the first part of their names. */
  readonly domains: Readonly<Record<string, string>>

  readonly notes: {
    readonly joined: string
    readonly 'profile-changed': string
    readonly 'picture-changed': string
    readonly 'logo-changed': string
    readonly 'email-requested': string
    /** The same where no mail server is set. */
    readonly 'email-saved': string
    readonly 'email-changed': string
    readonly 'password-changed': string
    readonly 'password-set': string
    readonly 'second-factor-off': string
    readonly 'session-ended': string
    readonly 'sessions-ended': string
    readonly 'token-revoked': string
    readonly 'app-revoked': string
    readonly 'sign-in-linked': string
    readonly 'sign-in-unlinked': string
    readonly 'signed-out': string
  }
}

type ScopeName =
  | `${'availability' | 'booking_requests' | 'calendars' | 'event_types' | 'message_rules' | 'shares' | 'scheduled_events' | 'organizations' | 'users' | 'webhooks'}:${'read' | 'write'}`
  | `${'locations' | 'routing_forms' | 'groups' | 'activity_log' | 'outgoing_communications'}:read`
  | `${'scheduling_links' | 'data_compliance'}:write`
  | `mcp:scheduling:${'read' | 'write'}`

/** Why somebody could not sign in with the provider of their company, for people: several rules may share one. */
export type CompanyReason =
  | 'unknown'
  | 'away'
  | 'setup'
  | 'stale'
  | 'denied'
  | 'answer'
  | 'clock'
  | 'noAddress'
  | 'unverified'
  | 'domain'
  | 'elsewhere'
  | 'ended'
  | 'admin'
  | 'notInvited'
  | 'alreadyLinked'
  | 'otherLink'
