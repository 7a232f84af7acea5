-- Why a calendar cannot be synced: a code instead of the sentence that was shown of it.

with known (sentence, code) as (values
  ('The calendar server does not accept this user name and password. Services with two-step sign-in, such as iCloud and Fastmail, need an app password: make one in the settings of your account there.', 'wrong_credentials'),
  ('The calendar service has ended the access of this service: it was revoked there, the password was changed, or it was not used for months. Connect the calendar again.', 'revoked'),
  ('Google has ended the access of this service after seven days, as it does while the consent screen of the operator is in testing. Connect the calendar again, and ask the operator to publish it.', 'revoked_in_testing'),
  ('The consent has expired or was used already. Begin again.', 'consent_expired'),
  ('Not everything was allowed that is needed to read and write the calendar. Begin again, and leave every box ticked.', 'consent_incomplete'),
  ('The calendar service does not know this installation. Its operator must check the client id and the secret in the settings.', 'wrong_client'),
  ('The calendar server does not let this account read the calendar. Check there who may see it.', 'forbidden'),
  ('There is no calendar at this address any more. Check the address, or connect the calendar again.', 'gone'),
  ('This address cannot be used: calendars are reached by https on the open internet. The operator of this service can allow others.', 'not_allowed'),
  ('No server has this name. Check the address for a typing mistake.', 'unknown_name'),
  ('The calendar server cannot be reached at the moment.', 'unreachable'),
  ('The certificate of the calendar server is not valid, so nothing was sent to it. Its operator must renew it.', 'certificate'),
  ('The calendar server did not answer in time.', 'timed_out'),
  ('The calendar server asks to be left alone for a while.', 'busy'),
  ('The calendar server had an error of its own.', 'server_error'),
  ('What this address gives is not a calendar. An address of a feed often ends in .ics; copy it from the sharing settings of your calendar.', 'not_a_calendar'),
  ('This account has no calendar with events.', 'no_calendars'),
  ('This is too large to be read: a calendar may have 20 MB, and an account 500 calendars.', 'too_large'),
  ('The calendar server gave an answer that could not be read to its end.', 'bad_answer'),
  ('The event was changed on the calendar server in the same moment.', 'conflict'),
  ('The calendar service has forgotten where the last look ended.', 'cursor_expired'),
  ('The calendar has not been read for a day.', 'silent')
)
update calendar_connections
set fault = coalesce((select code from known where sentence = fault), 'bad_answer')
where fault is not null;

with known (sentence, code) as (values
  ('The calendar server does not accept this user name and password. Services with two-step sign-in, such as iCloud and Fastmail, need an app password: make one in the settings of your account there.', 'wrong_credentials'),
  ('The calendar service has ended the access of this service: it was revoked there, the password was changed, or it was not used for months. Connect the calendar again.', 'revoked'),
  ('Google has ended the access of this service after seven days, as it does while the consent screen of the operator is in testing. Connect the calendar again, and ask the operator to publish it.', 'revoked_in_testing'),
  ('The consent has expired or was used already. Begin again.', 'consent_expired'),
  ('Not everything was allowed that is needed to read and write the calendar. Begin again, and leave every box ticked.', 'consent_incomplete'),
  ('The calendar service does not know this installation. Its operator must check the client id and the secret in the settings.', 'wrong_client'),
  ('The calendar server does not let this account read the calendar. Check there who may see it.', 'forbidden'),
  ('There is no calendar at this address any more. Check the address, or connect the calendar again.', 'gone'),
  ('This address cannot be used: calendars are reached by https on the open internet. The operator of this service can allow others.', 'not_allowed'),
  ('No server has this name. Check the address for a typing mistake.', 'unknown_name'),
  ('The calendar server cannot be reached at the moment.', 'unreachable'),
  ('The certificate of the calendar server is not valid, so nothing was sent to it. Its operator must renew it.', 'certificate'),
  ('The calendar server did not answer in time.', 'timed_out'),
  ('The calendar server asks to be left alone for a while.', 'busy'),
  ('The calendar server had an error of its own.', 'server_error'),
  ('What this address gives is not a calendar. An address of a feed often ends in .ics; copy it from the sharing settings of your calendar.', 'not_a_calendar'),
  ('This account has no calendar with events.', 'no_calendars'),
  ('This is too large to be read: a calendar may have 20 MB, and an account 500 calendars.', 'too_large'),
  ('The calendar server gave an answer that could not be read to its end.', 'bad_answer'),
  ('The event was changed on the calendar server in the same moment.', 'conflict'),
  ('The calendar service has forgotten where the last look ended.', 'cursor_expired'),
  ('The calendar has not been read for a day.', 'silent')
)
update calendars
set fault = coalesce((select code from known where sentence = fault), 'bad_answer')
where fault is not null;
