/**
 * Why a request is refused: a code, and its text in the API's answers. The texts that clients of the API know stay as
 * they are. Pages show the text of their language, by the code; nothing compares texts. `{name}` is a parameter.
 */
export const reasons = {
  // About any field.
  missing: 'is missing',
  blank: 'must be filled',
  invalid: 'invalid',
  format: 'is in invalid format',
  email_format: 'is in invalid format',
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
  duplicate: 'appears twice',
  duplicate_name: 'appears twice',
  unchangeable: 'cannot be changed',
  differs: 'differs from {other}',
  body_malformed: '{fault}',
  header_repeated: 'stands there more than once',
  key_format: 'must have 1 to {most} printable ASCII characters',
  not_base64: 'must be base64',
  not_https: 'must be an https address',
  not_a_web_address: 'must be a web address',
  phone_number_format: 'is not a valid phone number',
  color_format: 'must be a colour such as #0069ff',
  picture_cut: 'is cut off',
  picture_damaged: 'is damaged',
  picture_animated: 'is animated',
  picture_too_large: 'is larger than 2 MB',
  picture_too_wide: 'is larger than 4096 by 4096 pixels',
  picture_type: 'must be a PNG, JPEG or WebP picture',

  repeated_request: 'was sent before with another request',

  // Permission.
  no_access: 'You do not have permission to access this resource.',
  no_permission: 'You do not have permission',
  no_permission_for_action: 'You do not have permission to perform this action',
  no_permission_to_view: 'You do not have permission to view this event',
  may_not_view: 'You are not allowed to view this event',
  may_not_cancel: 'You are not allowed to cancel this event',
  plan_needed: 'Please upgrade your Openslot account to Enterprise.',
  left_to_admins: 'Your organization leaves this to its owner and admins.',
  calendar_of_another: 'Only the owner of a calendar can change how it counts.',
  legacy_app_by_operator: 'Only the operator makes an app with the rights of old.',
  not_a_member: 'This user is not in your organization',
  owner_role: 'You can not change owner role',
  own_removal: 'You can not remove yourself from organization',

  // Tokens and applications.
  token_revoked: 'The access token was revoked',
  token_expired: 'The access token expired',
  personal_token: 'Personal access tokens are not accepted here',
  unknown_scope: '{scope} is not a scope',
  public_app_pkce: 'cannot be switched off for a public app',
  redirect_too_long: 'is longer than {most} characters',
  redirect_malformed: 'is not a whole, well-formed address',
  redirect_fragment: 'must not have a fragment',
  redirect_credentials: 'must not hold a user name or a password',
  redirect_wildcard: 'must not hold a wildcard',
  redirect_not_secure: 'must start with https:// unless it is on this machine',
  redirect_not_https: 'must start with https://',
  redirect_scheme: 'must not have the scheme {scheme}',

  // Accounts.
  wrong_password: 'The password is not right.',
  wrong_code: 'This code is not right, or it was used before.',
  wrong_first_code: 'This code is not right. Check the clock of your device.',
  second_factor_exists: 'There is a second factor already. Turn it off first.',
  short_password: 'Use at least 10 characters.',
  long_password: 'Use a shorter one: at most 256 bytes.',
  password_is_address: 'Choose something else than your e-mail address.',
  guessable_password: 'Choose something that is harder to guess.',
  account_exists: 'has an account already',
  account_exists_invite: 'has an account already. Send an invitation instead.',
  account_exists_sign_in: 'There is an account with this address. Sign in to accept the invitation.',

  // Organizations.
  invalid_email: '{email} is an invalid email format',
  already_member: '{email} is already in the organization',
  already_invited: '{email} has already been invited',
  member_elsewhere:
    'You are a member of {organization}. Leave it first: an account belongs to one organization at a time.',
  other_invitee: 'This invitation was sent to another address. Sign in with that one.',
  invitation_settled: 'The invitation has already been {status}.',
  invitation_settled_in_group: 'has already been {status}',
  slug_format: 'may have only letters from a to z, digits, and single hyphens between them',
  taken: 'is taken',
  reserved: 'is reserved',
  group_name_taken: 'is taken by another group',
  team_name_taken: 'is taken by another team',
  in_team_already: 'is in this team already',
  group_admin_already: 'is an admin of this group already',
  group_member_already: 'is a member of a group already',
  owner_already: 'is the owner already',
  export_too_large: 'It is too large for a browser. Run: openslot export',

  // Times.
  not_in_future: 'must be in the future',
  not_in_past: 'must be in the past',
  end_before_start: 'must not be before start_date',
  end_before_range_start: 'must not be before range_start',
  end_not_after_start_date: 'must be after start_date',
  end_not_after_start_time: 'must be after start_time',
  end_not_after_from: 'must be later than from',
  end_too_soon: 'must be at least {minutes} minutes after start_time',
  day_too_long: 'must be at most 24 hours after start_time',
  range_too_long: 'must be less than {days} days after start_date',
  date_range_too_long: 'date range can be no greater than {days} days',
  longer_than_two_years: 'must be at most 24 months after start_time',
  too_far_ahead: 'is too far ahead',
  not_a_whole_minute: 'must be a whole minute',
  overlapping_interval: 'overlaps another interval',
  overlapping_spot: 'overlaps another spot',
  no_max_start_time: 'must be given with max_start_time, at most {days} days before it',

  // Availability.
  schedule_name_taken: 'is taken by another schedule',
  default_schedule_stays: 'make another schedule the default instead',
  default_schedule_first: 'make another schedule the default first',
  too_many_dates: 'are too many',

  // Event types.
  not_an_active_type: 'is not active',
  one_off_type: 'is for one meeting',
  several_hosts_or_one_off: 'has several hosts, or is for one meeting',
  is_a_copy: 'is a copy itself',
  has_copy_already: 'has it already',
  one_host: 'has one host, its owner',
  group_has_one_host: 'a group type has one host, its owner',
  owner_must_host: 'must include the owner of the type',
  host_left: 'The host of the event type has left',
  not_a_host: 'is of somebody who is no host of this type',
  other_owner: 'is no event type of the same owner',
  address_taken: 'its address belongs to another event type now',
  only_for_groups: 'is only for group types',
  only_for_choices: 'is only for single_select and multi_select',
  duration_left_out: 'must include the duration {duration}',
  permission_held: 'holds permission on this type already',
  permission_not_held: 'holds no permission on this type',

  // Routing forms.
  only_for_select: 'is only for select and radios',
  one_of_type: 'there can be only one question of the type {type}',
  not_for_operator: 'is not for {operator}',
  not_a_question_of_form: 'is not a question of this form',
  not_a_choice: 'is not one of the choices',
  unknown_type: 'is not an event type of this organization',
  type_without_page: 'is a one-off event type, which has no page',
  leads_nowhere: 'cannot be booked: the event type is not active',

  // Bookings.
  start_time_filled: 'That start time has been filled',
  name_missing: 'either name or first_name must be filled',
  answers_missing: 'Required Questions and Answers cannot be blank.',
  not_a_question: 'is not a question of this event type',
  answered_twice: 'is answered twice',
  choice_not_offered: '{question} is not one of the choices',
  answer_is_no_choice: '{question} has an answer that is not one of the choices',
  answer_repeated: '{question} has the same answer twice',
  answer_phone_number: '{question} is not a valid phone number',
  wrong_location: 'Specified location kind is not configured for this event type.',
  wrong_location_choice: 'invalid location choice',
  location_of_round_robin: 'must not be sent for a round robin event type',
  submission_used: 'has led to a booking already',
  same_time: 'is when they meet already',
  event_canceled: 'Event is already canceled',
  event_over: 'Event is over',
  invitee_canceled: 'Invitee is canceled',
  marked_already: 'Invitee is already marked as no show',
  share_booked: 'Share is already booked',
  share_expired: 'Share is expired',

  start_inactive: 'cannot be booked: the event type is turned off or deleted',
  start_outside: 'is outside the minimum notice or the date range of this event type',
  start_not_offered:
    'is not a start time of this event type. GET /event_type_available_times lists the times that can be booked',

  // Webhooks.
  callback_scheme: 'must begin with https://',
  callback_credentials: 'must not have a user name or a password in it',
  callback_port: 'must have the port 443, or one above 1023',
  callback_private: 'must not lead into a private network',
  event_not_of_scope: '{event} is not sent for the scope {scope}',
  not_of_scope: 'is not sent for the scope {scope}',
  too_many_subscriptions: 'there are {count} subscriptions of this {scope} already: delete one first',
  subscription_active: 'is active already',
  subscription_disabled: 'It is disabled: delete it, and create another.',
  replay_to_disabled: 'is disabled: delete it, create another, and replay to that',

  // Calendars.
  only_for_caldav: 'is only for caldav',
  only_for_ics: 'is only for ics',
  not_an_address: 'is not an address',
  connected_already: 'is connected already',
  too_many_connections: 'there are {most} connections already: disconnect one first',
  read_only_calendar: 'this calendar can only be read',
  not_set_up: 'is not set up by the operator of this service',
  calendar_fault: '{message}',
  not_a_calendar_file: 'is no calendar: a file that begins with BEGIN:VCALENDAR, and is whole, is needed',

  // Imports.
  source_token_refused: 'is not accepted there. Make a new one, and check that nothing is missing at its end.',
  source_token_weak: 'may not even read its own user: it lacks the scope users:read.',
  source_token_format: 'must be a token, without spaces',
  source_waits: 'wants us to wait {seconds} seconds: try again then.',
  source_not_an_api: 'is not the address of such an API.',
  source_unreadable: 'cannot be read. {why}',
  source_database_unreadable: 'cannot be imported from. {why}',
  source_address_format: 'must be the address of an API, such as https://api.calendly.com',
  source_database_format: 'must be the address of a PostgreSQL database: postgres://user:password@host/name',
  source_in_progress: 'is being imported from already: {uri}',
  source_of_another: 'is another one than {source}: an organization is imported from one Cal.com.',
  not_a_time: 'is no time',

  // AI tools.
  unknown_argument: 'is no argument of {tool}; it takes: {known}',
  not_a_uri: 'must be a URI that ends with {path}',
  nothing_named: 'is missing; name event_types or hosts',
  too_many_types: 'have more than {most} event types together; name event_types instead',
  foreign_cursor: 'is none of ours; leave it out to begin anew',
} as const

export type ReasonCode = keyof typeof reasons

export type ReasonValues = Readonly<Record<string, string | number>>

/** Why, and what its text names. */
export interface Reason {
  readonly reason: ReasonCode
  readonly values?: ReasonValues | undefined
}

/** The text of a reason in the API's answers. */
export const textOf = ({ reason, values = {} }: Reason): string =>
  reasons[reason].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A reason as the message of a rule in a schema. `parseInput` reads it. */
export const says = (reason: ReasonCode): ReasonCode => reason

export const isReason = (text: string): text is ReasonCode => Object.hasOwn(reasons, text)
