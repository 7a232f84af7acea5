-- What its host did to an entry in their own calendar, until they say what should become of the meeting: {kind: moved, startsAt, endsAt} or {kind: deleted}.
alter table calendar_entries add column host_change jsonb;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'booked', 'moved', 'canceled', 'reminder', 'invitation', 'password_reset', 'email_change', 'webhook_disabled', 'calendar_lost', 'calendar_changed'
));
