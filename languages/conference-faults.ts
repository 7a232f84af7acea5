/** Why a service made no video meeting, and what can be done. The API and the command line use these texts. */
export const conferenceFaults = {
  wrong_credentials:
    'The service rejected these credentials. Check the account ID, the client ID, and the client secret, or the signing key.',
  revoked:
    'The service ended our access: it was revoked, the password was changed, or it wasn’t used for months. Reconnect the account.',
  revoked_in_testing: 'The service ended our access because our app is still in testing there. Reconnect the account.',
  consent_expired: 'The request for access expired or was already used. Start again.',
  consent_incomplete: 'Not all permissions that we need were granted. Start again, and grant all of them.',
  wrong_client:
    'The service doesn’t recognize this server. Ask the server administrator to check the client ID and client secret.',
  forbidden:
    'The service doesn’t let this account create video meetings. Check its plan, and the permissions of our app there.',
  gone: 'The service doesn’t know this host or this meeting.',
  conflict: 'The video meeting was changed at the service at the same time.',
  cursor_expired: 'The service forgot where we were. We start again.',
  not_allowed: 'The address of the service isn’t allowed here. The server administrator can allow it.',
  unknown_name: 'We couldn’t find a server with the name of the service.',
  unreachable: 'The service can’t be reached right now.',
  certificate: 'The service’s certificate isn’t valid, so we didn’t send anything to it.',
  timed_out: 'The service didn’t respond in time.',
  busy: 'The service asked us to wait. Zoom and Webex limit how many meetings an account can create in a day.',
  server_error: 'The service reported an internal error.',
  bad_answer: 'The service sent an incomplete or unreadable response.',
}
