/** What imports report: remarks, why one stopped, and what never comes. The API, the command line, and the console say the same. */
export const importRemarks = {
  // What the other service doesn't show this token.
  token_of_one_user:
    'The token belongs to one user, so members, event types, and meetings of other people aren’t imported. Use the token of an owner or admin to import everything.',
  list_closed: 'The token can’t read this list, so it isn’t imported: {list}.',
  tables_closed:
    'The database role can’t read these tables, so they aren’t imported: {tables}. To include them, run: grant usage on schema public to …; grant select on all tables in schema public to …',

  // Members and groups.
  invited_only: 'Members who are only invited to a group aren’t added to it. Invitations aren’t imported.',
  several_groups:
    'Some members belong to several groups there. Here a member belongs to one group and can be an admin of any, so they were added to the first.',
  address_invalid: 'A member without a valid email address ({email}) wasn’t imported.',
  no_account: '{email} wasn’t imported: no account could be created for this address. Invite this person instead.',
  locked_out: '{email} wasn’t imported: the account is locked there, or its email address was never verified.',
  owner_there: '{email} is the owner there and an admin here. The owner here can transfer ownership.',
  slug_taken: 'The booking page of {email} is at /{slug} here, because /{taken} is taken, reserved, or not possible.',

  // Schedules, event types, forms, and webhooks.
  schedule_unreadable: 'The schedule “{name}” wasn’t imported: its hours couldn’t be read.',
  address_changed: '“{name}” has a new address: {now} here, {before} there.',
  pooling_unknown: '“{name}” assigns its hosts in a way that doesn’t exist here. It’s a round robin here.',
  questions_unreadable: 'The questions of “{name}” couldn’t be imported.',
  too_many_questions: '“{name}” has more questions than an event type can have here. The first ten were imported.',
  locations_unknown: 'Some locations of “{name}” are of a kind that doesn’t exist here.',
  seats_and_hosts: '“{name}” has several invitees and several hosts. Here the first host holds its meetings.',
  confirmation_there: '“{name}”: a host confirms bookings there. Here they are confirmed immediately.',
  recurring_there: '“{name}”: meetings repeat there. Here each meeting is booked on its own.',
  long_limits: '“{name}”: limits per month or year don’t exist here.',
  minute_limits: '“{name}”: limits on booked minutes don’t exist here.',
  paid_there: '“{name}” is paid there. Here it’s free.',
  fixed_hosts: '“{name}”: some hosts join every meeting there. Here each meeting has one host, in turn.',
  weighted_hosts:
    '“{name}”: hosts get meetings by weight there. Here hosts with the same priority get the same number of meetings.',
  start_offset:
    '“{name}”: start times are {minutes} minutes after the start of its hours there. Here they begin with the hours.',
  multiple_use_links:
    '“{name}” has private links that can be used several times. Here such a link books once, so they weren’t imported.',
  buffers_guessed:
    '“{name}” of {owner} seems to have buffers of {before} minutes before and {after} after ({count} of its meetings have). Import again with the option to apply buffers to set them.',
  buffers_set:
    '“{name}” of {owner} now has buffers of {before} minutes before and {after} after ({count} of its meetings have).',
  form_draft: 'The routing form “{name}” is a draft here. Set its rules, then publish it.',
  webhook_address: 'A webhook wasn’t imported: its address isn’t an http or https address.',
  webhook_exists: 'A webhook to {host} wasn’t imported: it exists already, or what it’s about wasn’t imported.',
  webhooks_of_types:
    'Webhooks of single event types aren’t imported. Here a webhook is about a user, a group, or the organization.',

  // Meetings.
  meeting_incomplete: 'The meeting {id} wasn’t imported or updated: its invitees couldn’t be read in full.',
  overlapping:
    'Some meetings overlap others of the same host. They were imported, and the host is busy at these times.',
  erased: 'Meetings of people whose data was deleted here aren’t imported.',
  waiting_there: 'Some bookings wait for a confirmation there. They’re confirmed here.',

  // Records in general.
  record_unreadable: 'A record of {path} ({id}) couldn’t be read and wasn’t imported: {what}.',
  record_not_saved: 'A record ({id}) couldn’t be saved. It wasn’t imported or updated.',
  other_source: 'Some records were imported from another source before. They weren’t changed.',
  belongs_elsewhere: 'A record ({kind}) belongs to something else here than there. It wasn’t changed.',
  deleted_here: 'Deleted here and changed there: {kind} “{name}”. It stays deleted.',
  canceled_here:
    'Canceled here: “{name}”. It stays canceled, because its invitees were notified. Book it again if it should take place.',
  conflict_kept:
    'Changed here and there: {kind} “{name}”, {field}. Here: {here}. There: {there}. Your version was kept.',
  conflict_taken:
    'Changed here and there: {kind} “{name}”, {field}. Here: {here}. There: {there}. The imported version replaced yours.',
  more: 'There are more remarks than listed here.',

  // Why an import stopped, or pauses.
  stopped: 'Stopped. Everything imported so far stays. Import again to continue where it stopped.',
  token_ended: 'The token is no longer accepted. Import again with a new token to continue where it stopped.',
  access_ended:
    'The person who started this import is no longer an admin, or the app that started it lost its access. Everything imported so far stays. An admin can import again to continue where it stopped.',
  process_ended:
    'The service crashed three times while working on this import, so it was stopped. Everything imported so far stays. Check the memory and the log of the service, then import again to continue where it stopped.',
  oversized:
    '{cause} That’s more than an import can process. Everything imported so far stays. Once this has changed, import again to continue where it stopped.',
  retrying: 'The import can’t continue at the moment and retries automatically. {cause}',
  gave_up_unreachable:
    '{cause} The import retried for a day. Everything imported so far stays. When the other service responds again, import again to continue where it stopped.',
  gave_up_unreadable:
    '{cause} Retrying didn’t help. Everything imported so far stays. A newer release may understand this data; please report the problem. Then import again to continue where it stopped.',
  gave_up_here:
    'Something went wrong here each time the import retried; the log of the service has the details. Everything imported so far stays. A newer release may help; please report the problem. Then import again to continue where it stopped.',
  own_fault: 'Something went wrong here; the log of the service has the details.',
  page_refused:
    'A page of a list ({list}) is refused each time. {cause} Import again later to continue where it stopped.',

  // What the other service answers.
  source_token_refused: 'The other service doesn’t accept the token.',
  source_forbidden: 'The token isn’t allowed to read this.',
  source_missing: 'The other service has no such record.',
  source_rejected: 'The other service refuses the request ({status}).',
  source_rate_limited: 'The other service asks us to wait.',
  source_status: 'The other service responds with status {status}.',
  source_incomplete: 'The response of the other service is incomplete.',
  source_unreachable: 'The other service can’t be reached ({code}).',
  source_timeout: 'The other service doesn’t respond in time.',
  source_blocked: 'We don’t send requests to this address. Use a public https address.',
  source_unknown_name: 'No server has the name in this address.',
  source_unknown_format: 'The response of {path} has an unknown format ({what}).',
  source_page_too_long: '{path} has more than {count} records on a page.',
  source_endless: '{path} doesn’t end after {count} records.',
  source_too_many: '{path} has more than {count} records.',
  source_large_answer: 'A response of {path} is larger than {size} MB.',
  source_large_together: '{path} and its details are larger than {size} MB in total.',
  source_repeats: 'A list ({list}) doesn’t end or repeats the same records.',
  database_credentials: 'The database doesn’t accept the user name or the password.',
  database_missing: 'There is no database with this name.',
  database_unknown_name: 'No server has the name in the database’s address.',
  database_forbidden: 'The database role can’t read a table that’s needed.',
  database_tables_closed:
    'The database role can’t read these tables: {tables}. Run: grant usage on schema public to …; grant select on all tables in schema public to …',
  database_unreachable:
    'Nothing responds at this address. Check the host and the port, and whether the server accepts connections from this machine.',
  database_unknown_format: 'The tables have an unknown format: {what}.',
  database_unreadable: 'The database can’t be read ({code}).',
  database_not_calcom: 'This isn’t the database of a Cal.com: it has no tables users, EventType, and Booking.',
  database_empty: 'There are no users in this database.',
  database_too_many: 'The table {table} has more than {count} rows that belong together.',

  // What never comes.
  never_form_rules:
    'Rules of routing forms: forms are imported as drafts with their questions. Set the rules, then publish them.',
  never_workflows: 'Texts and timing of workflows.',
  never_connections: 'Connections to calendars and video conferencing: each member connects their own.',
  never_passwords: 'Passwords: members set one through a link, sent by email if you choose to invite them.',
  never_single_use_links: 'Single-use links that weren’t used.',
  never_private_links:
    'Private links that can be used several times, and all private links if the API is read: here such a link books once.',
  never_signing_keys:
    'Signing keys of webhooks: subscriptions are imported turned off. Turning one on creates a new key.',
  never_webhook_secrets:
    'Secrets of webhooks: subscriptions are imported turned off. Turning one on creates a new key. Payloads have the format of this service.',
  never_limits:
    'The number of invitees of a group event type, until a meeting shows it. Minimum notice, date ranges, and limits of event types.',
  never_travel_zones:
    'Travel schedules, payments, recordings, attributes, and limits per month, per year, or in minutes.',
  never_team_pages: 'Pages of teams and organizations. Their event types keep their former addresses.',

  /** Reports of releases that stored sentences. */
  other: '{text}',
}

export type ImportRemarkTexts = typeof importRemarks
