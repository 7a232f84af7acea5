import { Problem } from '#contract/problem.ts'
import type { Reason, ReasonCode } from '#contract/reasons.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { AccountTexts } from '../../languages/account-texts.ts'
import type { Language } from '../../languages/language.ts'
import { type PageHandler, type SignedInVisit, signedIn } from './visit.ts'

/** An error that the page itself found, with its own texts. */
export class FormError extends Error {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors) {
    super('A form was refused.')
    this.errors = errors
  }
}

/** Handles a form of a signed-in user. Errors are shown on the page that the form is on. */
export const formOn =
  (page: (visit: SignedInVisit, errors: FieldErrors) => ReturnType<PageHandler>) =>
  (take: PageHandler<SignedInVisit>): PageHandler =>
    signedIn((visit) => take(visit).catch((error: unknown) => page(visit, errorsIn(visit.language, error))))

/** A page's own texts for some reasons. A function receives the reason's values. */
export type ReasonTexts = Readonly<
  Partial<Record<ReasonCode, string | ((values: NonNullable<Reason['values']>) => string)>>
>

/** Why an operation refused a form, by field; any other error is rethrown. */
export const errorsIn = (language: Language, error: unknown, own: ReasonTexts = {}): FieldErrors => {
  if (error instanceof FormError) return error.errors
  if (!(error instanceof Problem) || error.kind.status !== 400) throw error
  if (error.details.length === 0) return { base: problemText(language, error, own) }
  return Object.fromEntries(
    error.details.map(({ parameter = 'base', ...reason }) => [parameter, reasonText(language, reason, own)]),
  )
}

/** The error of a form with at most one field. */
export const errorIn = (language: Language, error: unknown, own: ReasonTexts = {}): string =>
  Object.values(errorsIn(language, error, own))[0] ?? ''

export const reasonText = (language: Language, { reason, values = {} }: Reason, own: ReasonTexts = {}): string => {
  const text = own[reason] ?? language.account.refusals[textNames[reason]]
  if (typeof text === 'function') return text(values)
  return filled(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])))
}

/** A refusal as a whole. */
export const problemText = (language: Language, { kind, reason, message }: Problem, own: ReasonTexts = {}): string => {
  if (reason !== undefined) return reasonText(language, reason, own)
  const name = kindTexts[kind.code]
  return name === undefined ? message : language.account.refusals[name]
}

type TextName = keyof AccountTexts['refusals']

/** Kinds of refusals that are shown without a reason. */
const kindTexts: Readonly<Record<string, TextName>> = {
  invalid_argument: 'unusable',
  permission_denied: 'notPermitted',
  insufficient_scope: 'notPermitted',
  no_data_requests: 'notPermitted',
  password_not_proven: 'wrongPassword',
  race_condition: 'sameMoment',
  invitation_already_accepted: 'invitationSettled',
}

/** The text of every reason. Reasons that only API clients can meet share a general one. */
const textNames: Readonly<Record<ReasonCode, TextName>> = {
  missing: 'missing',
  blank: 'missing',
  invalid: 'unusable',
  format: 'unusable',
  email_format: 'wrongAddress',
  not_a_time_zone: 'wrongZone',
  must_be: 'unusable',
  not_an_integer: 'wholeNumber',
  not_a_number: 'wholeNumber',
  not_an_object: 'unusable',
  not_one_of: 'unusable',
  not_a_duration: 'oneOf',
  too_long: 'tooLong',
  too_short: 'unusable',
  too_many_items: 'tooMany',
  too_few_items: 'missing',
  above_most: 'atMost',
  below_least: 'atLeast',
  not_unique: 'twice',
  duplicate: 'twice',
  duplicate_name: 'nameTaken',
  unchangeable: 'unusable',
  differs: 'unusable',
  body_malformed: 'unusable',
  header_repeated: 'unusable',
  key_format: 'unusable',
  repeated_request: 'unusable',
  not_base64: 'unusable',
  not_https: 'notHttps',
  join_url_placeholder: 'linkPlaceholder',
  not_a_web_address: 'unusable',
  unknown_variable: 'unknownVariable',
  link_not_allowed: 'linkNotAllowed',
  variable_in_link: 'variableInLink',
  offset_without_meeting: 'unusable',
  too_many_rules: 'tooMany',
  phone_number_format: 'wrongPhone',
  color_format: 'wrongColor',
  picture_cut: 'pictureCut',
  picture_damaged: 'pictureDamaged',
  picture_animated: 'pictureAnimated',
  picture_too_large: 'pictureTooLarge',
  picture_too_wide: 'pictureTooWide',
  picture_type: 'pictureType',

  no_access: 'notPermitted',
  no_permission: 'notPermitted',
  no_permission_for_action: 'notPermitted',
  no_permission_to_view: 'notPermitted',
  may_not_view: 'notPermitted',
  may_not_cancel: 'notPermitted',
  plan_needed: 'needsPlan',
  message_rules_off: 'messageRulesOff',
  left_to_admins: 'leftToAdmins',
  calendar_of_another: 'calendarOwner',
  legacy_app_by_operator: 'notPermitted',
  not_a_member: 'notMember',
  owner_role: 'ownerRole',
  own_removal: 'notYourself',

  token_revoked: 'notPermitted',
  token_expired: 'notPermitted',
  personal_token: 'notPermitted',
  unknown_scope: 'unusable',
  public_app_pkce: 'unusable',
  redirect_too_long: 'tooLong',
  redirect_malformed: 'unusable',
  redirect_fragment: 'unusable',
  redirect_credentials: 'unusable',
  redirect_wildcard: 'unusable',
  redirect_not_secure: 'unusable',
  redirect_not_https: 'unusable',
  redirect_scheme: 'unusable',

  wrong_password: 'wrongPassword',
  wrong_code: 'wrongCode',
  wrong_first_code: 'wrongFirstCode',
  second_factor_exists: 'factorExists',
  short_password: 'shortPassword',
  long_password: 'longPassword',
  password_is_address: 'passwordIsAddress',
  guessable_password: 'guessablePassword',
  account_exists: 'accountExists',
  account_exists_invite: 'accountExists',
  account_exists_sign_in: 'hasAccount',

  invalid_email: 'notAnAddress',
  not_blockable: 'notAnAddress',
  already_member: 'alreadyMember',
  already_invited: 'alreadyInvited',
  member_elsewhere: 'memberElsewhere',
  other_invitee: 'otherInvitee',
  invitation_settled: 'invitationSettled',
  invitation_settled_in_group: 'invitationSettled',
  request_needed: 'unusable',
  request_settled: 'requestSettled',
  waiting_ended: 'requestSettled',
  request_unconfirmed: 'requestUnconfirmed',
  times_open: 'unusable',
  too_many_from_source: 'tooManyRequests',
  too_many_open_requests: 'tooManyRequests',
  slug_format: 'wrongSlug',
  taken: 'taken',
  reserved: 'reserved',
  group_name_taken: 'nameTaken',
  team_name_taken: 'nameTaken',
  in_team_already: 'alreadyIn',
  group_admin_already: 'alreadyIn',
  group_member_already: 'inOneGroup',
  owner_already: 'hasItAlready',
  export_too_large: 'tooLargeHere',

  not_in_future: 'notInFuture',
  not_in_past: 'notInPast',
  end_before_start: 'endBeforeStart',
  end_before_range_start: 'endBeforeStart',
  end_not_after_start_date: 'endNotAfterStart',
  end_not_after_start_time: 'endNotAfterStart',
  end_not_after_from: 'endNotAfterStart',
  end_too_soon: 'unusable',
  day_too_long: 'unusable',
  range_too_long: 'rangeTooLong',
  date_range_too_long: 'unusable',
  longer_than_two_years: 'mostTwoYears',
  too_far_ahead: 'tooFarAhead',
  not_a_whole_minute: 'unusable',
  overlapping_interval: 'overlaps',
  overlapping_spot: 'overlaps',
  no_max_start_time: 'unusable',

  schedule_name_taken: 'nameTaken',
  default_schedule_stays: 'defaultFirst',
  default_schedule_first: 'defaultFirst',
  too_many_dates: 'tooMany',

  not_an_active_type: 'isOff',
  one_off_type: 'oneOffOnly',
  several_hosts_or_one_off: 'notAssignable',
  is_a_copy: 'notAssignable',
  has_copy_already: 'hasItAlready',
  one_host: 'oneHost',
  group_has_one_host: 'oneHost',
  owner_must_host: 'ownerHosts',
  host_left: 'hostGone',
  not_a_host: 'notHost',
  other_owner: 'unusable',
  address_taken: 'addressTaken',
  only_for_groups: 'unusable',
  only_for_choices: 'unusable',
  duration_left_out: 'unusable',
  permission_held: 'hasItAlready',
  permission_not_held: 'removedAlready',

  only_for_select: 'unusable',
  one_of_type: 'oneOfKind',
  not_for_operator: 'unusable',
  not_a_question_of_form: 'unusable',
  not_a_choice: 'notAChoice',
  unknown_type: 'noSuchType',
  type_without_page: 'noSuchType',
  leads_nowhere: 'typeIsOff',

  start_time_filled: 'timeTaken',
  start_inactive: 'typeIsOff',
  start_outside: 'timeTaken',
  start_not_offered: 'timeTaken',
  name_missing: 'missing',
  answers_missing: 'answersMissing',
  not_a_question: 'unusable',
  answered_twice: 'unusable',
  choice_not_offered: 'notAChoice',
  answer_is_no_choice: 'notAChoice',
  answer_repeated: 'twice',
  answer_phone_number: 'wrongPhone',
  wrong_location: 'wrongLocation',
  wrong_location_choice: 'wrongLocation',
  location_of_round_robin: 'wrongLocation',
  submission_used: 'unusable',
  same_time: 'sameTime',
  event_canceled: 'meetingCanceled',
  event_over: 'meetingOver',
  invitee_canceled: 'meetingCanceled',
  marked_already: 'markedAlready',
  share_booked: 'linkUsed',
  share_expired: 'linkUsed',

  callback_scheme: 'unusable',
  callback_credentials: 'unusable',
  callback_port: 'unusable',
  callback_private: 'unusable',
  event_not_of_scope: 'unusable',
  not_of_scope: 'unusable',
  too_many_subscriptions: 'tooMany',
  subscription_active: 'hasItAlready',
  subscription_disabled: 'webhookOff',
  replay_to_disabled: 'webhookOff',

  only_for_caldav: 'unusable',
  only_for_ics: 'unusable',
  not_an_address: 'unusable',
  connected_already: 'hasItAlready',
  too_many_connections: 'tooMany',
  read_only_calendar: 'readOnlyCalendar',
  not_set_up: 'notSetUp',
  calendar_fault: 'unusable',
  conference_fault: 'unusable',
  payment_fault: 'unusable',
  unknown_currency: 'unusable',
  not_a_price: 'notAPrice',
  stripe_key_format: 'unusable',
  stripe_secret_format: 'unusable',
  not_a_calendar_file: 'unusable',

  source_token_refused: 'unusable',
  source_token_weak: 'unusable',
  source_token_format: 'unusable',
  source_waits: 'unusable',
  source_not_an_api: 'unusable',
  source_unreadable: 'unusable',
  source_database_unreadable: 'unusable',
  source_address_format: 'unusable',
  source_database_format: 'unusable',
  source_in_progress: 'unusable',
  source_of_another: 'unusable',
  not_a_time: 'unusable',

  unknown_argument: 'unusable',
  not_a_uri: 'unusable',
  nothing_named: 'missing',
  too_many_types: 'tooMany',
  foreign_cursor: 'unusable',
}
