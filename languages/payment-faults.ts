/** Why an account takes no payments, and what can be done. The API and the command line use these texts. */
export const paymentFaults = {
  wrong_credentials: 'The service rejected these credentials. Check the keys, and connect the account again.',
  revoked: 'The service ended our access. Connect the account again.',
  revoked_in_testing: 'The service ended our access. Connect the account again.',
  consent_expired: 'The service ended our access. Connect the account again.',
  consent_incomplete: 'The service ended our access. Connect the account again.',
  wrong_client: 'The service rejected these credentials. Check the keys, and connect the account again.',
  forbidden:
    'The service doesn’t let this account do this. Check the permissions of the key, and whether the account can take payments in this currency.',
  gone: 'The service doesn’t know this payment.',
  conflict: 'The service was busy with the same payment.',
  cursor_expired: 'The service sent an incomplete or unreadable response.',
  not_allowed: 'The address of the service isn’t allowed here. The server administrator can allow it.',
  unknown_name: 'We couldn’t find a server with the name of the service.',
  unreachable: 'The service can’t be reached right now.',
  certificate: 'The service’s certificate isn’t valid, so we didn’t send anything to it.',
  timed_out: 'The service didn’t respond in time.',
  busy: 'The service asked us to wait.',
  server_error: 'The service reported an internal error.',
  bad_answer: 'The service sent an incomplete or unreadable response.',
}
