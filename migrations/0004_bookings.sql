-- What was booked, and by whom.

-- Who did something may also be an invitee; whatever holds something about a person carries a keyed hash of their address,
-- by which it is found when they are to be forgotten.
alter table facts drop constraint facts_actor_type_check;
alter table facts add constraint facts_actor_type_check check (actor_type in ('user', 'invitee', 'system'));
alter table facts add column person bytea;
create index facts_of_person on facts (organization_id, person) where person is not null;

create table scheduled_events (
  id                  uuid not null,
  organization_id     uuid not null references organizations (id),
  event_type_id       uuid not null,
  name                text not null,
  status              text not null check (status in ('active', 'canceled')),
  starts_at           timestamptz(3) not null,
  ends_at             timestamptz(3) not null check (ends_at > starts_at),
  buffered_from       timestamptz(3) not null check (buffered_from <= starts_at),
  buffered_to         timestamptz(3) not null check (buffered_to >= ends_at),
  location            json,
  -- Of one meeting that several join: false where each booking has a meeting of its own.
  is_joinable         boolean not null,
  seats               integer not null,
  invitees_total      integer not null,
  invitees_active     integer not null,
  meeting_notes_plain text,
  meeting_notes_html  text,
  canceled_by         text,
  cancel_reason       text,
  canceler_type       text check (canceler_type in ('host', 'invitee')),
  canceled_at         timestamptz(3),
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id),
  check (invitees_active between 0 and least(seats, invitees_total)),
  check ((status = 'active') = (invitees_active > 0)),
  check ((status = 'canceled') = (canceled_at is not null)),
  check ((canceled_at is null) = (canceler_type is null))
);

create index scheduled_events_by_start on scheduled_events (organization_id, starts_at, id);
create index scheduled_events_by_creation on scheduled_events (organization_id, created_at, id);
create index scheduled_events_canceled on scheduled_events (organization_id, starts_at, id) where status = 'canceled';

-- Those who book the same time of a group type meet together.
create unique index scheduled_events_joined on scheduled_events (organization_id, event_type_id, starts_at) where status = 'active' and is_joinable;

-- Who holds the meeting. The times stand here too, so that a host's meetings are read in order.
create table scheduled_event_hosts (
  organization_id    uuid not null references organizations (id),
  scheduled_event_id uuid not null,
  membership_id      uuid not null,
  position           integer not null,
  starts_at          timestamptz(3) not null,
  created_at         timestamptz(3) not null,
  primary key (organization_id, scheduled_event_id, membership_id),
  foreign key (organization_id, scheduled_event_id) references scheduled_events (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index scheduled_event_hosts_by_start on scheduled_event_hosts (organization_id, membership_id, starts_at, scheduled_event_id);
create index scheduled_event_hosts_by_creation on scheduled_event_hosts (organization_id, membership_id, created_at, scheduled_event_id);

create table invitees (
  id                   uuid primary key,
  organization_id      uuid not null references organizations (id),
  scheduled_event_id   uuid not null,
  person               bytea not null,
  email                text not null,
  name                 text not null,
  first_name           text,
  last_name            text,
  status               text not null check (status in ('active', 'canceled')),
  timezone             text not null,
  text_reminder_number text,
  answers              json not null,
  tracking             json not null,
  guests               text[] not null,
  old_invitee_id       uuid,
  new_invitee_id       uuid,
  link_id              uuid,
  scheduling_method    text check (scheduling_method in ('api', 'instant_book')),
  scheduled_by         uuid,
  no_show_id           uuid,
  no_show_at           timestamptz(3),
  canceled_by          text,
  cancel_reason        text,
  canceler_type        text check (canceler_type in ('host', 'invitee')),
  canceled_at          timestamptz(3),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, scheduled_event_id) references scheduled_events (organization_id, id),
  foreign key (organization_id, scheduled_by) references organization_memberships (organization_id, id),
  foreign key (organization_id, link_id) references booking_links (organization_id, id),
  foreign key (organization_id, old_invitee_id) references invitees (organization_id, id),
  foreign key (organization_id, new_invitee_id) references invitees (organization_id, id) deferrable initially deferred,
  check ((status = 'canceled') = (canceled_at is not null)),
  check ((canceled_at is null) = (canceler_type is null)),
  check (new_invitee_id is null or status = 'canceled'),
  check ((no_show_id is null) = (no_show_at is null))
);

create index invitees_page on invitees (organization_id, scheduled_event_id, created_at, id);
create index invitees_of_person on invitees (organization_id, person);
create unique index invitees_moved_once on invitees (organization_id, old_invitee_id) where old_invitee_id is not null;
create unique index invitees_no_show on invitees (organization_id, no_show_id) where no_show_id is not null;
