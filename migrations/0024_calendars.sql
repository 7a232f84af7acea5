-- Calendars of hosts at other services. What is kept of their events are times and rules: no titles, no texts, no people.

create table calendar_connections (
  organization_id uuid not null references organizations (id),
  -- Jobs name it by this alone.
  id              uuid primary key,
  membership_id   uuid not null,
  kind            text not null check (kind in ('ics', 'caldav', 'google', 'microsoft')),
  -- How the owner recognizes it: an address of theirs, or the host of a feed. Never a secret.
  account         text not null,
  -- The host that its requests go to.
  server          text not null,
  credentials     bytea not null,
  -- Addresses under which the owner takes part in events, to see what they declined.
  own_addresses   text[] not null,
  stays_open      boolean not null default false,
  is_lost         boolean not null default false,
  fault           text,
  -- Since when, at least, all of its calendars are known: the oldest of them counts.
  looked_at       timestamptz(3),
  -- When its owner was last told that it is lost.
  notified_at     timestamptz(3),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index calendar_connections_by_member on calendar_connections (organization_id, membership_id);

create table calendars (
  organization_id  uuid not null references organizations (id),
  id               uuid not null,
  connection_id    uuid not null,
  membership_id    uuid not null,
  foreign_id       text not null,
  name             text not null,
  time_zone        text,
  is_writable      boolean not null,
  checks_conflicts boolean not null,
  counts_tentative boolean not null default true,
  takes_meetings   boolean not null default false,
  -- Where the next look goes on; null for a look at everything.
  cursor           text,
  -- Until when its events are known; null before the first whole look.
  known_until      timestamptz(3),
  looked_at        timestamptz(3),
  -- The last look at everything, and not at changes alone.
  compared_at      timestamptz(3),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, connection_id, foreign_id),
  foreign key (organization_id, connection_id) references calendar_connections (organization_id, id) on delete cascade
);

create index calendars_by_member on calendars (organization_id, membership_id);
create index calendars_by_connection on calendars (connection_id);
create unique index calendars_take_meetings on calendars (organization_id, membership_id) where takes_meetings;

-- The events of a calendar, as far as open times need them.
create table calendar_items (
  organization_id uuid not null references organizations (id),
  calendar_id     uuid not null,
  item_key        text not null,
  etag            text not null,
  events          jsonb not null,
  -- Too much work to expand, or not readable: then it is busy as a whole.
  is_opaque       boolean not null default false,
  primary key (organization_id, calendar_id, item_key),
  foreign key (organization_id, calendar_id) references calendars (organization_id, id) on delete cascade
);

-- A meeting of ours in the calendar of one of its hosts: what should be there, and what was written.
create table calendar_entries (
  organization_id    uuid not null references organizations (id),
  id                 uuid primary key,
  membership_id      uuid not null,
  -- The one that its mails have. It stays when the meeting moves.
  uid                text not null,
  scheduled_event_id uuid not null,
  wanted             text not null check (wanted in ('present', 'absent')),
  -- Where it was written, and the digest of what.
  calendar_id        uuid,
  foreign_id         text,
  etag               text,
  written            bytea,
  ends_at            timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  unique (organization_id, membership_id, uid),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  foreign key (organization_id, calendar_id) references calendars (organization_id, id) on delete set null (calendar_id)
);

create index calendar_entries_by_meeting on calendar_entries (organization_id, scheduled_event_id);
create index calendar_entries_by_end on calendar_entries (ends_at);

-- The entry of its first host, where the service that keeps it has a name on the wire: {kind, external_id}.
alter table scheduled_events add column calendar_event jsonb;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'booked', 'moved', 'canceled', 'reminder', 'invitation', 'password_reset', 'email_change', 'webhook_disabled', 'calendar_lost'
));
