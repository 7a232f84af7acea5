/** What imports report: remarks, why one stopped, and what never comes. The API, the command line, and the console say the same. */
export const importRemarks = {
  // What the other service doesn't show this token.
  token_of_one_user:
    'The token belongs to one user, so other members, their event types, and their meetings aren’t imported. Use the token of an owner or admin to import everything.',
  list_closed: 'The token can’t read this list, so it isn’t imported: {list}.',
  tables_closed:
    'The database role can’t read these tables, so they aren’t imported: {tables}. To include them, run: grant usage on schema public to …; grant select on all tables in schema public to …',

  // Members and groups.
  invited_only: 'Members who are only invited to a group aren’t added to it. Invitations aren’t imported.',
  several_groups:
    'Some members belong to several groups at the source. In Openslot, a member belongs to one group and can be an admin of any, so they were added to the first.',
  address_invalid: 'A member without a valid email address ({email}) wasn’t imported.',
  no_account: '{email} wasn’t imported: no account could be created for this address. Invite this person instead.',
  locked_out: '{email} wasn’t imported: the account is locked at the source, or its email address was never verified.',
  owner_there:
    '{email} is the owner at the source and an admin in Openslot. The owner in Openslot can transfer ownership.',
  slug_taken:
    'The booking page of {email} is at /{slug} in Openslot, because /{taken} is taken, reserved, or not allowed.',

  // Schedules, event types, forms, and webhooks.
  schedule_unreadable: 'The schedule “{name}” wasn’t imported: its hours couldn’t be read.',
  address_changed: '“{name}” has a new address: {now} instead of {before}.',
  pooling_unknown:
    '“{name}” assigns its hosts in a way that Openslot doesn’t support. It was imported as a round robin.',
  questions_unreadable: 'The questions of “{name}” couldn’t be imported.',
  too_many_questions:
    '“{name}” has more than ten questions, the most that Openslot supports. The first ten were imported.',
  locations_unknown: 'Some locations of “{name}” are of a kind that Openslot doesn’t support.',
  seats_and_hosts: '“{name}” has several invitees and several hosts. In Openslot, the first host holds its meetings.',
  confirmation_there:
    '“{name}”: hosts confirm bookings, at the source and in Openslot. In Openslot, a request expires after {hours} hours without an answer.',
  confirmation_always:
    '“{name}”: at the source, hosts confirm only bookings at short notice. In Openslot, they confirm every booking.',
  recurring_there: '“{name}”: meetings repeat at the source. In Openslot, each meeting is booked separately.',
  long_limits: '“{name}”: Openslot doesn’t support limits per month or year.',
  minute_limits: '“{name}”: Openslot doesn’t support limits on booked minutes.',
  paid_there: '“{name}” is paid at the source. In Openslot, it’s free.',
  fixed_hosts:
    '“{name}”: some hosts join every meeting at the source. In Openslot, each meeting has one host, in turn.',
  weighted_hosts:
    '“{name}”: hosts get meetings by weight at the source. In Openslot, hosts with the same priority get the same number of meetings.',
  start_offset:
    '“{name}”: at the source, the first start time is {minutes} minutes after the hours begin. In Openslot, it is when the hours begin.',
  multiple_use_links:
    '“{name}” has private links that can be used several times. They weren’t imported, because such a link works once in Openslot.',
  buffers_guessed:
    '“{name}” of {owner} seems to have buffers of {before} minutes before and {after} minutes after, judging by {count} of its meetings. To set these buffers, import again with the option to apply buffers.',
  buffers_set:
    '“{name}” of {owner} now has buffers of {before} minutes before and {after} minutes after, based on {count} of its meetings.',
  form_draft: 'The routing form “{name}” was imported as a draft. Set its rules, then publish it.',
  webhook_address: 'A webhook wasn’t imported: its address isn’t an http or https address.',
  webhook_exists:
    'A webhook to {host} wasn’t imported: it already exists, or its user, group, or events couldn’t be imported.',
  webhooks_of_types:
    'Webhooks of single event types aren’t imported. In Openslot, a webhook belongs to a user, a group, or the organization.',

  // Meetings.
  meeting_incomplete: 'The meeting {id} wasn’t imported or updated: its invitees couldn’t be read in full.',
  overlapping:
    'Some meetings overlap others of the same host. They were imported, and the host is busy at these times.',
  erased: 'Meetings of people whose data was deleted in Openslot aren’t imported.',
  links_kept: 'Upcoming meetings keep the video meeting links that they have. Openslot makes no new links for them.',
  waiting_there:
    'Bookings that wait for confirmation at the source were imported as booking requests, unless their time has passed. Nobody was notified. Accept or decline them under Meetings → Requests.',
  request_taken:
    'The request for “{name}” wasn’t imported: its time is taken in Openslot, or its event type has no host.',
  request_decided:
    'The request for “{name}” was decided in Openslot and at the source. The decision in Openslot stays.',

  // Records in general.
  record_unreadable: 'A record of {path} ({id}) couldn’t be read and wasn’t imported: {what}.',
  record_not_saved: 'A record ({id}) couldn’t be saved. It wasn’t imported or updated.',
  other_source: 'Some records were already imported from another source. They weren’t changed.',
  belongs_elsewhere: 'A record ({kind}) belongs to something else in Openslot than at the source. It wasn’t changed.',
  deleted_here: 'Deleted in Openslot and changed at the source: {kind} “{name}”. It stays deleted.',
  canceled_here:
    'Canceled in Openslot: “{name}”. It stays canceled, because its invitees were notified. Book it again if it should take place.',
  conflict_kept:
    'Changed on both sides: {kind} “{name}”, {field}. Openslot: {here}. Source: {there}. We kept your version.',
  conflict_taken:
    'Changed on both sides: {kind} “{name}”, {field}. Openslot: {here}. Source: {there}. The imported version replaced yours.',
  more: 'There are more remarks than listed here.',

  // Why an import stopped, or pauses.
  stopped: 'Stopped. Everything imported so far stays. Import again to continue where it stopped.',
  token_ended: 'The token is no longer accepted. Import again with a new token to continue where it stopped.',
  access_ended:
    'The person who started this import is no longer an admin, or the app that started it lost its access. Everything imported so far stays. An admin can import again to continue where it stopped.',
  process_ended:
    'The service crashed three times while working on this import, so it was stopped. Everything imported so far stays. Check the service’s memory and log, then import again to continue where it stopped.',
  oversized:
    '{cause} That’s more than an import can process. Everything imported so far stays. Once the source has less data, import again to continue where it stopped.',
  retrying: 'The import can’t continue at the moment and retries automatically. {cause}',
  gave_up_unreachable:
    '{cause} The import retried for a day. Everything imported so far stays. When the source responds again, import again to continue where the import stopped.',
  gave_up_unreadable:
    '{cause} Retrying didn’t help. Everything imported so far stays. A newer release may understand this data; please report the problem. Then import again to continue where it stopped.',
  gave_up_here:
    'An internal error occurred each time the import retried. The service log has the details. Everything imported so far stays. A newer release may help; please report the problem. Then import again to continue where it stopped.',
  own_fault: 'An internal error occurred. The service log has the details.',
  page_refused:
    'The source keeps rejecting a page of a list ({list}). {cause} Import again later to continue where it stopped.',

  // What the other service answers.
  source_token_refused: 'The source doesn’t accept the token.',
  source_forbidden: 'The token isn’t allowed to read this.',
  source_missing: 'The source has no such record.',
  source_rejected: 'The source rejects the request ({status}).',
  source_rate_limited: 'The source asks us to wait.',
  source_status: 'The source responds with status {status}.',
  source_incomplete: 'The source’s response is incomplete.',
  source_unreachable: 'The source can’t be reached ({code}).',
  source_timeout: 'The source doesn’t respond in time.',
  source_blocked: 'We don’t send requests to this address. Use a public https address.',
  source_unknown_name: 'We couldn’t find a server at this address.',
  source_unknown_format: 'The response of {path} has an unknown format ({what}).',
  source_page_too_long: '{path} has more than {count} records on a page.',
  source_endless: '{path} still hasn’t ended after {count} records.',
  source_too_many: '{path} has more than {count} records.',
  source_large_answer: 'A response of {path} is larger than {size} MB.',
  source_large_together: '{path} and its details are larger than {size} MB in total.',
  source_repeats: 'A list ({list}) doesn’t end or repeats the same records.',
  database_credentials: 'The database doesn’t accept the username or password.',
  database_missing: 'There is no database with this name.',
  database_unknown_name: 'We couldn’t find a server at the database’s address.',
  database_forbidden: 'The database role can’t read a table that’s needed.',
  database_tables_closed:
    'The database role can’t read these tables: {tables}. Run: grant usage on schema public to …; grant select on all tables in schema public to …',
  database_unreachable:
    'The database server doesn’t respond. Check the host and port, and whether it accepts connections from this machine.',
  database_unknown_format: 'The tables have an unknown format: {what}.',
  database_unreadable: 'The database can’t be read ({code}).',
  database_not_calcom: 'This isn’t a Cal.com database: the tables users, EventType, and Booking are missing.',
  database_empty: 'There are no users in this database.',
  database_too_many: 'The table {table} has more than {count} rows that belong together.',

  // What never comes.
  never_form_rules:
    'Rules of routing forms: forms are imported as drafts with their questions. Set the rules, then publish them.',
  never_workflows: 'Texts and timing of workflows.',
  never_connections: 'Connections to calendars and video conferencing: each member connects their own.',
  never_passwords: 'Passwords: members set one through a link, sent by email if you choose to invite them.',
  never_single_use_links: 'Unused single-use links.',
  never_private_links:
    'Private links that can be used several times, and all private links when importing from the API: in Openslot, such a link works once.',
  never_signing_keys:
    'Signing keys of webhooks: subscriptions are imported turned off. Turning one on creates a new key.',
  never_webhook_secrets:
    'Secrets of webhooks: subscriptions are imported turned off. Turning one on creates a new key. Payloads use Openslot’s format.',
  never_limits:
    'The number of invitees of a group event type, until a meeting shows it. Minimum notice, date ranges, and limits of event types.',
  never_travel_zones:
    'Travel schedules, payments, recordings, attributes, and limits per month, per year, or in minutes.',
  never_team_pages: 'Pages of teams and organizations. Their event types keep their former addresses.',

  /** Reports of releases that stored sentences. */
  other: '{text}',
}

export type ImportRemarkTexts = typeof importRemarks
