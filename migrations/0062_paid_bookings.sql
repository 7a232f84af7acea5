-- What an invitee paid for the booking; it stays with them when they reschedule. Nobody is written here unpaid.
alter table invitees add column payment json;

-- The page of a request says what became of the attempts to pay for it.
create index payments_by_request on payments (organization_id, request_id);

-- Kinds that earlier migrations allow stay.
do $$
begin
  execute (
    select format('alter table mails drop constraint mails_kind_check, add constraint mails_kind_check %s',
      replace(pg_get_constraintdef(oid), $kind$'calendar_changed'::text$kind$, $kinds$'calendar_changed'::text, 'payment_returned'::text$kinds$))
    from pg_constraint where conname = 'mails_kind_check' and conrelid = 'mails'::regclass
  );
end
$$;
