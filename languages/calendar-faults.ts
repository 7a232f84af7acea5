/** Why a calendar cannot be read, and what its owner can do. The API and the console say the same. */
export const calendarFaults = {
  wrong_credentials:
    'The calendar server does not accept this user name and password. Services with two-step sign-in, such as iCloud and Fastmail, need an app password: make one in the settings of your account there.',
  revoked:
    'The calendar service has ended the access of this service: it was revoked there, the password was changed, or it was not used for months. Connect the calendar again.',
  revoked_in_testing:
    'Google has ended the access of this service after seven days, as it does while the consent screen of the operator is in testing. Connect the calendar again, and ask the operator to publish it.',
  consent_expired: 'The consent has expired or was used already. Begin again.',
  consent_incomplete:
    'Not everything was allowed that is needed to read and write the calendar. Begin again, and leave every box ticked.',
  wrong_client:
    'The calendar service does not know this installation. Its operator must check the client id and the secret in the settings.',
  forbidden: 'The calendar server does not let this account read the calendar. Check there who may see it.',
  gone: 'There is no calendar at this address any more. Check the address, or connect the calendar again.',
  not_allowed:
    'This address cannot be used: calendars are reached by https on the open internet. The operator of this service can allow others.',
  unknown_name: 'No server has this name. Check the address for a typing mistake.',
  unreachable: 'The calendar server cannot be reached at the moment.',
  certificate:
    'The certificate of the calendar server is not valid, so nothing was sent to it. Its operator must renew it.',
  timed_out: 'The calendar server did not answer in time.',
  busy: 'The calendar server asks to be left alone for a while.',
  server_error: 'The calendar server had an error of its own.',
  not_a_calendar:
    'What this address gives is not a calendar. An address of a feed often ends in .ics; copy it from the sharing settings of your calendar.',
  no_calendars: 'This account has no calendar with events.',
  too_large: 'This is too large to be read: a calendar may have 20 MB, and an account 500 calendars.',
  bad_answer: 'The calendar server gave an answer that could not be read to its end.',
  conflict: 'The event was changed on the calendar server in the same moment.',
  cursor_expired: 'The calendar service has forgotten where the last look ended.',
  silent: 'The calendar has not been read for a day.',
}
