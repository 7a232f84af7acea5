-- People who found no time. A time that becomes free is offered to them, one after the other: as a booking request.
create table waiting_list_entries (
  organization_id uuid not null references organizations (id),
  id              uuid primary key,
  event_type_id   uuid not null,
  -- Of the longest waiting whose days fit, the first gets the offer. Unconfirmed: the address is nobody's yet.
  state           text not null check (state in ('unconfirmed', 'waiting', 'booked', 'left')),
  -- What they filled in, as the form of a booking has it; without a time.
  booking         json not null,
  person          bytea not null,
  email           text not null,
  name            text not null,
  timezone        text not null,
  -- The wanted days, in that time zone: from the beginning of the first to the end of the last.
  wanted_from     timestamptz(3) not null,
  wanted_until    timestamptz(3) not null,
  -- Where it came from, as a keyed hash, until it is confirmed.
  source          bytea,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id)
);

create index waiting_list_entries_waiting on waiting_list_entries (organization_id, event_type_id, created_at) where state = 'waiting';
create index waiting_list_entries_by_creation on waiting_list_entries (organization_id, created_at, id);
create index waiting_list_entries_by_person on waiting_list_entries (organization_id, person);
create index waiting_list_entries_by_source on waiting_list_entries (organization_id, source) where source is not null;

-- What is offered is a booking request. The same time is offered to nobody twice.
alter table booking_requests add column waiting_list_entry_id uuid;
create index booking_requests_by_entry on booking_requests (organization_id, waiting_list_entry_id) where waiting_list_entry_id is not null;

do $$
begin
  execute (
    select format('alter table mails drop constraint mails_kind_check, add constraint mails_kind_check %s',
      replace(pg_get_constraintdef(oid), $kind$'link_missing'::text$kind$, $kinds$'link_missing'::text, 'waiting_list'::text$kinds$))
    from pg_constraint where conname = 'mails_kind_check' and conrelid = 'mails'::regclass
  );
end
$$;
