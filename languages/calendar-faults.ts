/** Why a calendar could not be synced, and what its owner can do. The API, mails, and the console use these texts. */
export const calendarFaults = {
  wrong_credentials:
    'The calendar server rejected this username and password. Services with two-factor authentication, such as iCloud and Fastmail, require an app password: create one in your account settings there.',
  revoked:
    'The calendar service ended our access: it was revoked, the password was changed, or it wasn’t used for months. Reconnect the calendar.',
  revoked_in_testing:
    'Google ended our access after seven days because the OAuth consent screen of this server is in testing mode. Reconnect the calendar, and ask the server administrator to publish the consent screen.',
  consent_expired: 'The request for access expired or was already used. Start again.',
  consent_incomplete:
    'We need permission to read and write your calendar, but not all of it was granted. Start again, and leave every box checked.',
  wrong_client:
    'The calendar service doesn’t recognize this server. Ask the server administrator to check the client ID and client secret.',
  forbidden: 'The calendar server doesn’t let this account access the calendar. Check its sharing settings there.',
  gone: 'There is no calendar at this URL anymore. Check the URL, or reconnect the calendar.',
  not_allowed:
    'This URL isn’t allowed: calendars must be reachable over https on the public internet. The server administrator can allow other addresses.',
  unknown_name: 'We couldn’t find a server with this name. Check the URL for typos.',
  unreachable: 'The calendar server can’t be reached right now.',
  certificate:
    'The calendar server’s certificate isn’t valid, so we didn’t send anything to it. The administrator of that server must renew it.',
  timed_out: 'The calendar server didn’t respond in time.',
  busy: 'The calendar server asked us to wait before the next sync.',
  server_error: 'The calendar server reported an internal error.',
  not_a_calendar:
    'There is no calendar at this URL. Feed URLs often end in .ics: copy the URL from your calendar’s sharing settings.',
  no_calendars: 'This account has no calendars with events.',
  too_large:
    'This calendar or account is too large to sync. The limits are 20 MB per calendar and 500 calendars per account.',
  bad_answer: 'The calendar server sent an incomplete or unreadable response.',
  conflict: 'The event was changed on the calendar server at the same time.',
  cursor_expired: 'The calendar service requires a full sync.',
  silent: 'The calendar hasn’t synced for a day.',
}
