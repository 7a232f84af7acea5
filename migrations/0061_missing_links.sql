-- Hosts get mail when the link of a meeting still can't be made some minutes after it was needed.

-- Since when the meeting, where and when it is now, needs its conference.
alter table conferences add column wanted_at timestamptz(3);
update conferences set wanted_at = updated_at;
alter table conferences alter column wanted_at set not null;

create index conferences_unmade on conferences (wanted_at)
  where wanted = 'present' and host_told_at is null and state in ('waiting', 'retrying', 'failed');

-- Kinds that earlier migrations allow stay.
do $$
begin
  execute (
    select format('alter table mails drop constraint mails_kind_check, add constraint mails_kind_check %s',
      replace(pg_get_constraintdef(oid), $kind$'calendar_changed'::text$kind$, $kinds$'calendar_changed'::text, 'link_missing'::text, 'account_lost'::text$kinds$))
    from pg_constraint where conname = 'mails_kind_check' and conrelid = 'mails'::regclass
  );
end
$$;
