-- Times that are kept while something else must happen: a host confirms, an address is confirmed, a price is paid.

-- What must happen before a stranger's booking counts; null where nothing must.
alter table event_types add column booking_rules json;

-- A row of the kind reserved counts until then, by the clock of the database. On a meeting: until then, seats are held.
alter table taken_spans add column held_until timestamptz(3);
create index taken_spans_held on taken_spans (organization_id, membership_id) where held_until is not null;

-- Who asks for a meeting that is not booked yet. The id is the one that the invitee will have.
create table booking_requests (
  organization_id    uuid not null references organizations (id),
  id                 uuid primary key,
  event_type_id      uuid not null,
  -- Of the meeting that it becomes, or joins.
  scheduled_event_id uuid not null,
  -- The memberships of the hosts, the first one first.
  hosts              text[] not null,
  starts_at          timestamptz(3) not null,
  ends_at            timestamptz(3) not null,
  waits_for          text not null check (waits_for in ('email', 'approval', 'payment', 'offer')),
  state              text not null check (state in ('open', 'confirmed', 'declined', 'expired', 'withdrawn')),
  -- When it expires; from then on an open one reads as expired, whether or not that has been recorded.
  expires_at         timestamptz(3) not null,
  -- What it still has to pass, as it was when it was made.
  gates              json not null,
  -- What was asked for, in the form of a booking.
  booking            json not null,
  person             bytea not null,
  email              text not null,
  name               text not null,
  -- How often a wrong code was entered.
  tries              smallint not null default 0,
  -- The member who accepted or declined it, and what they said.
  decided_by         uuid,
  reason             text,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id)
);

create index booking_requests_by_creation on booking_requests (organization_id, created_at, id);
create index booking_requests_open on booking_requests (organization_id, starts_at) where state = 'open';
create index booking_requests_by_person on booking_requests (organization_id, person);

-- Seats in a group meeting that requests hold, also where the meeting itself is only reserved.
create table held_seats (
  organization_id    uuid not null references organizations (id),
  scheduled_event_id uuid not null,
  request_id         uuid not null,
  held_until         timestamptz(3) not null,
  primary key (organization_id, scheduled_event_id, request_id)
);

create or replace view unavailable_spans as
  select organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id,
    case when held_until is null then seats_taken else seats_taken + (
      select count(*)::integer from held_seats
      where held_seats.organization_id = taken_spans.organization_id and held_seats.scheduled_event_id = taken_spans.scheduled_event_id
        and held_seats.held_until > statement_timestamp()
    ) end as seats_taken,
    -- What is reserved until a time that is over is not taken. The view cannot leave it out: with a condition of its own it is
    -- no longer planned as part of a query, and would be read whole for each host.
    case when kind = 'reserved' then held_until end as reserved_until
  from taken_spans
  union all
  select organization_id, membership_id, span, lower(span)::timestamptz(3), upper(span)::timestamptz(3), kind, null::uuid, null::uuid, 1, null::timestamptz(3) from busy_spans;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'booked', 'moved', 'canceled', 'reminder', 'invitation', 'password_reset', 'email_change', 'webhook_disabled', 'calendar_lost', 'calendar_changed', 'booking_request'
));
