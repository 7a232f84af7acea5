/**
 * Why a request is refused: a code and its text in the API's responses, with `{placeholders}`. Clients match the texts
 * of the contract, so these never change. Pages show a text of their language for the code; no code compares texts.
 */
export const reasons = {
  // About any field.
  missing: 'is missing',
  blank: 'must be filled',
  invalid: 'invalid',
  format: 'is in invalid format',
  email_format: 'is in invalid format',
  not_a_time_zone: 'must be an IANA time zone, such as Europe/Lisbon',
  must_be: 'must be {what}',
  not_an_integer: 'must be an integer',
  not_a_number: 'must be a number',
  not_an_object: 'must be an object',
  not_one_of: 'must be one of: {options}',
  not_a_duration: 'must be one of: {choices}',
  too_long: 'size cannot be greater than {most}',
  too_short: 'size cannot be less than {least}',
  too_many_items: 'size cannot be greater than {most}',
  too_few_items: 'size cannot be less than {least}',
  above_most: 'must be less than or equal to {number}',
  below_least: 'must be greater than or equal to {number}',
  not_unique: 'must be unique',
  duplicate: 'is listed twice',
  duplicate_name: 'is listed twice',
  unchangeable: 'cannot be changed',
  differs: 'must be the same as {other}',
  body_malformed: '{fault}',
  header_repeated: 'was sent more than once',
  key_format: 'must be 1 to {most} printable ASCII characters',
  not_base64: 'must be base64',
  not_https: 'must be an https URL',
  join_url_placeholder: 'can contain no placeholder but {random}, which is different for each meeting',
  not_a_web_address: 'must be a web address, such as https://example.com',
  unknown_variable: '{part} is not a variable. The variables are: {choices} {answer:1}',
  link_not_allowed:
    'contains a link that is not allowed: {part}. Texts can link to this site, and to domains that the server administrator allows',
  variable_in_link: 'contains a link with a variable in it: {part}',
  offset_without_meeting: 'can only be set if the trigger is before or after',
  too_many_rules: 'An organization can have at most {most} message rules.',
  not_blockable: '{email} is neither an email address nor a domain such as @example.com',
  phone_number_format: 'is not a valid phone number',
  color_format: 'must be a color, such as #0069ff',
  picture_cut: 'is incomplete',
  picture_damaged: 'is damaged',
  picture_animated: 'must not be animated',
  picture_too_large: 'must be 2 MB or smaller',
  picture_too_wide: 'must be at most 4096 by 4096 pixels',
  picture_type: 'must be a PNG, JPEG, or WebP picture',

  repeated_request: 'was already used for another request',

  // Permission.
  no_access: 'You do not have permission to access this resource.',
  no_permission: 'You do not have permission',
  no_permission_for_action: 'You do not have permission to perform this action',
  no_permission_to_view: 'You do not have permission to view this event',
  may_not_view: 'You are not allowed to view this event',
  may_not_cancel: 'You are not allowed to cancel this event',
  plan_needed: 'Please upgrade your Openslot account to Enterprise.',
  message_rules_off: 'The server administrator has turned off message rules.',
  left_to_admins: 'Only the owner and admins of your organization can do this.',
  calendar_of_another: 'Only the owner of a calendar can change its settings.',
  legacy_app_by_operator: 'Only the server administrator can register an app with legacy scopes.',
  not_a_member: 'This user is not in your organization',
  owner_role: 'You can not change owner role',
  own_removal: 'You can not remove yourself from organization',

  // Tokens and applications.
  token_revoked: 'The access token was revoked',
  token_expired: 'The access token expired',
  personal_token: 'Personal access tokens are not accepted here',
  unknown_scope: '{scope} is not a valid scope',
  public_app_pkce: 'cannot be turned off for a public app',
  redirect_too_long: 'must be at most {most} characters',
  redirect_malformed: 'must be a complete URL',
  redirect_fragment: 'must not contain a fragment',
  redirect_credentials: 'must not contain a user name or password',
  redirect_wildcard: 'must not contain a wildcard',
  redirect_not_secure: 'must start with https://, except for this computer',
  redirect_not_https: 'must start with https://',
  redirect_scheme: 'must not use the scheme {scheme}',

  // Accounts.
  wrong_password: 'The password is incorrect.',
  wrong_code: 'The code is incorrect or has already been used.',
  wrong_first_code: 'The code is incorrect. Check the clock of your device.',
  second_factor_exists: 'Two-factor authentication is already on. Turn it off first.',
  short_password: 'Use at least 10 characters.',
  long_password: 'Use at most 256 bytes.',
  password_is_address: 'The password must not be your email address.',
  guessable_password: 'This password is easy to guess. Choose another one.',
  account_exists: 'already has an account',
  account_exists_invite: 'already has an account. Send an invitation instead.',
  account_exists_sign_in: 'An account with this email address already exists. Sign in to accept the invitation.',

  // Organizations.
  invalid_email: '{email} is an invalid email format',
  already_member: '{email} is already in the organization',
  already_invited: '{email} has already been invited',
  member_elsewhere:
    'You are a member of {organization}. Leave it first: an account can belong to one organization only.',
  other_invitee: 'This invitation was sent to another email address. Sign in with that address.',
  invitation_settled: 'The invitation has already been {status}.',
  invitation_settled_in_group: 'has already been {status}',
  request_needed: 'has to be requested: the booking must pass something first',
  waiting_ended: 'They no longer wait.',
  request_settled: 'The booking request is {state} already.',
  request_unconfirmed: 'The invitee has not confirmed their email address yet.',
  times_open: 'There are free times on these days',
  too_many_from_source: 'Too many requests from your network are open at the moment. Try again later.',
  too_many_open_requests: 'This host has too many open requests at the moment. Try again later.',
  slug_format: 'can contain letters from a to z, digits, and single hyphens between them',
  taken: 'is already taken',
  reserved: 'is reserved',
  group_name_taken: 'is already the name of another group',
  team_name_taken: 'is already the name of another team',
  in_team_already: 'is already a member of this team',
  group_admin_already: 'is already an admin of this group',
  group_member_already: 'is already a member of a group',
  owner_already: 'is already the owner',
  export_too_large: 'This organization is too large to export in the browser. Run: openslot export',

  // Times.
  not_in_future: 'must be in the future',
  not_in_past: 'must be in the past',
  end_before_start: 'must not be before start_date',
  end_before_range_start: 'must not be before range_start',
  end_not_after_start_date: 'must be after start_date',
  end_not_after_start_time: 'must be after start_time',
  end_not_after_from: 'must be after from',
  end_too_soon: 'must be at least {minutes} minutes after start_time',
  day_too_long: 'must be at most 24 hours after start_time',
  range_too_long: 'must be less than {days} days after start_date',
  date_range_too_long: 'date range can be no greater than {days} days',
  longer_than_two_years: 'must be at most 24 months after start_time',
  too_far_ahead: 'is too far in the future',
  not_a_whole_minute: 'must be a whole minute',
  overlapping_interval: 'overlaps with another interval',
  overlapping_spot: 'overlaps with another spot',
  no_max_start_time: 'requires max_start_time, at most {days} days later',

  // Availability.
  schedule_name_taken: 'is already the name of another schedule',
  default_schedule_stays: 'cannot be turned off: make another schedule the default instead',
  default_schedule_first: 'cannot be deleted: make another schedule the default first',
  too_many_dates: 'has too many dates',

  // Event types.
  not_an_active_type: 'must be an active event type',
  one_off_type: 'is a one-off event type',
  several_hosts_or_one_off: 'is a one-off event type or has several hosts',
  is_a_copy: 'is a managed event type itself',
  has_copy_already: 'is already assigned this event type',
  one_host: 'is a one-on-one event type, whose only host is its owner',
  group_has_one_host: 'a group event type has one host, its owner',
  owner_must_host: 'must include the owner of the event type',
  host_left: 'The host of the event type is no longer a member of the organization',
  not_a_host: 'belongs to a user who is not a host of this event type',
  other_owner: 'is not an event type of the same owner',
  address_taken: 'cannot be restored: its URL now belongs to another event type',
  only_for_groups: 'is only for group event types',
  only_for_choices: 'is only for single_select and multi_select',
  duration_left_out: 'must include the default duration, {duration}',
  permission_held: 'already has this permission',
  permission_not_held: 'does not have this permission',

  // Routing forms.
  only_for_select: 'is only for select and radios',
  one_of_type: 'must be different: a form can have only one question of the type {type}',
  not_for_operator: 'cannot be used with {operator}',
  not_a_question_of_form: 'is not a question of this form',
  not_a_choice: 'is not one of the answer choices',
  unknown_type: 'is not an event type of this organization',
  type_without_page: 'is a one-off event type, which cannot be the result of a form',
  leads_nowhere: 'is an event type that is turned off',

  // Bookings.
  start_time_filled: 'That start time has been filled',
  name_missing: 'either name or first_name must be filled',
  answers_missing: 'Required Questions and Answers cannot be blank.',
  not_a_question: 'is not a question of this event type',
  answered_twice: 'is answered twice',
  choice_not_offered: '{question} is not one of the answer choices',
  answer_is_no_choice: '{question} has an answer that is not one of the answer choices',
  answer_repeated: '{question} has the same answer twice',
  answer_phone_number: '{question} is not a valid phone number',
  wrong_location: 'Specified location kind is not configured for this event type.',
  wrong_location_choice: 'invalid location choice',
  location_of_round_robin: 'must not be sent for a round robin event type',
  submission_used: 'has already been used for a booking',
  same_time: 'is already the time of this meeting',
  event_canceled: 'Event is already canceled',
  event_over: 'Event is over',
  invitee_canceled: 'Invitee is canceled',
  marked_already: 'Invitee is already marked as no show',
  share_booked: 'Share is already booked',
  share_expired: 'Share is expired',

  start_inactive: 'belongs to an event type that is turned off or deleted',
  start_outside: 'is outside the minimum notice or the date range of this event type',
  start_not_offered:
    'is not a start time of this event type. GET /event_type_available_times lists the available times',

  // Webhooks.
  callback_scheme: 'must start with https://',
  callback_credentials: 'must not contain a user name or password',
  callback_port: 'must use port 443 or a port above 1023',
  callback_private: 'must not point to a private network',
  event_not_of_scope: '{event} is not available in the scope {scope}',
  not_of_scope: 'is not available in the scope {scope}',
  too_many_subscriptions: 'this {scope} already has {count} subscriptions. Delete one first',
  subscription_active: 'is already active',
  subscription_disabled:
    'The subscription is disabled. Activate it first, in the console or with POST /webhook_subscriptions/{uuid}/activate.',
  replay_to_disabled:
    'is disabled. Activate it first, in the console or with POST /webhook_subscriptions/{uuid}/activate',

  // Calendars.
  only_for_caldav: 'is only for the kind caldav',
  only_for_ics: 'is only for the kind ics',
  not_an_address: 'is not a valid address',
  connected_already: 'is already connected',
  too_many_connections: 'you already have {most} connections. Disconnect one first',
  read_only_calendar: 'cannot be set: this calendar is read-only',
  not_set_up: 'has not been set up by the server administrator',
  calendar_fault: '{message}',
  conference_fault: '{message}',
  payment_fault: '{message}',
  unknown_currency: 'must be one of the currencies that can be paid in, such as EUR',
  not_a_price:
    'must be more than nothing, have at most eight digits, and no more decimals than its currency; of three decimals, the last is a zero',
  stripe_key_format: 'must be a secret or restricted key: sk_… or rk_…',
  stripe_secret_format: 'must be a signing secret: whsec_…',
  not_a_calendar_file: 'must be a complete calendar file that starts with BEGIN:VCALENDAR',

  // Imports.
  source_token_refused: 'was rejected. Create a new token and check that you copied all of it.',
  source_token_weak: 'cannot read its own user: it lacks the scope users:read.',
  source_token_format: 'must be a token without spaces',
  source_waits: 'is rate limited. Try again in {seconds} seconds.',
  source_not_an_api: 'is not the URL of a supported API.',
  source_unreadable: 'could not be read. {why}',
  source_database_unreadable: 'cannot be imported from. {why}',
  source_address_format: 'must be the URL of an API, such as https://api.calendly.com',
  source_database_format: 'must be the URL of a PostgreSQL database: postgres://user:password@host/name',
  source_in_progress: 'is already being imported from: {uri}',
  source_of_another: 'must be {source}: an organization can be imported from one Cal.com only.',
  not_a_time: 'is not a valid time',

  // AI tools.
  unknown_argument: 'is not an argument of {tool}. It takes: {known}',
  not_a_uri: 'must be a URI that ends with {path}',
  nothing_named: 'is missing. Name event_types or hosts',
  too_many_types: 'have more than {most} event types together. Name event_types instead',
  foreign_cursor: 'is not a valid cursor. Leave it out to start again',
} as const

export type ReasonCode = keyof typeof reasons

export type ReasonValues = Readonly<Record<string, string | number>>

/** A reason and the values of its placeholders. */
export interface Reason {
  readonly reason: ReasonCode
  readonly values?: ReasonValues | undefined
}

/** The text of a reason in the API's responses. */
export const textOf = ({ reason, values = {} }: Reason): string =>
  reasons[reason].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A reason as the message of a rule in a schema, for `parseInput`. */
export const says = (reason: ReasonCode): ReasonCode => reason

export const isReason = (text: string): text is ReasonCode => Object.hasOwn(reasons, text)
