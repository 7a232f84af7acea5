-- When people can be met, and what for.

-- Two meetings of one host never overlap: an index that knows both "the same host" and "overlapping times" says so.
create extension if not exists btree_gist;

-- A host's own hours, by name. Whoever has none is taken to have "Working hours", Monday to Friday 09:00–17:00, under the id
-- of their membership; the row is written when it is first changed.
create table availability_schedules (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  membership_id   uuid not null,
  name            text not null,
  is_default      boolean not null,
  timezone        text not null,
  rules           jsonb not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  unique (organization_id, membership_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create unique index availability_schedules_default on availability_schedules (organization_id, membership_id) where is_default;
create unique index availability_schedules_name on availability_schedules (organization_id, membership_id, lower(name));

-- Where meetings can take place without further ado: a host's own conference rooms.
create table conference_links (
  organization_id uuid not null references organizations (id),
  membership_id   uuid not null,
  kind            text not null check (kind in ('google_conference', 'gotomeeting_conference', 'microsoft_teams_conference', 'webex_conference', 'zoom_conference')),
  url             text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (organization_id, membership_id, kind),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create table event_types (
  id                   uuid primary key,
  organization_id      uuid not null references organizations (id),
  owner_id             uuid not null,
  name                 text not null,
  slug                 text not null,
  active               boolean not null,
  kind                 text not null check (kind in ('solo', 'group')),
  pooling_type         text check (pooling_type in ('round_robin', 'collective')),
  type                 text not null default 'StandardEventType' check (type in ('StandardEventType', 'AdhocEventType')),
  duration             integer not null check (duration between 1 and 720),
  duration_options     integer[],
  seats                integer not null default 1 check (seats between 1 and 1000),
  color                text not null check (color ~ '^#[a-f0-9]{6}$'),
  description_plain    text,
  description_html     text,
  internal_note        text,
  secret               boolean not null default false,
  admin_managed        boolean not null default false,
  locale               text not null check (locale in ('en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk')),
  position             integer not null,
  custom_questions     jsonb not null,
  locations            jsonb,
  start_time_increment integer not null check (start_time_increment between 1 and 720),
  buffer_before        integer not null check (buffer_before between 0 and 720),
  buffer_after         integer not null check (buffer_after between 0 and 720),
  minimum_notice       integer not null check (minimum_notice >= 0),
  window_type          text not null check (window_type in ('moving', 'available_moving', 'fixed', 'unlimited')),
  window_days          integer,
  window_start         text,
  window_end           text,
  max_per_day          integer,
  max_per_week         integer,
  redirect_url         text,
  name_format          text not null check (name_format in ('combined', 'first_and_last')),
  reminders            integer[] not null,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  deleted_at           timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, owner_id) references organization_memberships (organization_id, id),
  check (kind = 'solo' or pooling_type is null)
);

create unique index event_types_slug on event_types (organization_id, owner_id, slug) where deleted_at is null;
create index event_types_by_name on event_types (organization_id, lower(name) collate "C", id) where deleted_at is null;
create index event_types_of_owner on event_types (organization_id, owner_id) where deleted_at is null;

-- Who holds the meetings of a type, and when they can. Own hours stand here; otherwise those of a schedule, or of the default one.
create table event_type_hosts (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  event_type_id   uuid not null,
  membership_id   uuid not null,
  priority        integer not null default 0,
  schedule_id     uuid,
  timezone        text,
  rules           jsonb,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  unique (organization_id, event_type_id, membership_id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  foreign key (organization_id, membership_id, schedule_id) references availability_schedules (organization_id, membership_id, id),
  check ((timezone is null) = (rules is null)),
  check (schedule_id is null or rules is null)
);

create index event_type_hosts_of_member on event_type_hosts (organization_id, membership_id);

-- Members who may use a type that is not their own.
create table event_type_permissions (
  organization_id uuid not null references organizations (id),
  event_type_id   uuid not null,
  membership_id   uuid not null,
  created_at      timestamptz(3) not null,
  primary key (organization_id, event_type_id, membership_id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index event_type_permissions_of_member on event_type_permissions (organization_id, membership_id);

-- Time of a host that is spoken for, buffers included: one row for each host of a meeting.
create table taken_spans (
  organization_id    uuid not null references organizations (id),
  membership_id      uuid not null,
  span               tstzrange not null,
  starts_at          timestamptz(3) not null,
  ends_at            timestamptz(3) not null,
  kind               text not null check (kind in ('meeting', 'reserved')),
  scheduled_event_id uuid,
  event_type_id      uuid,
  seats_taken        integer not null default 1,
  primary key (organization_id, membership_id, span),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  constraint taken_spans_no_overlap exclude using gist (membership_id with =, span with &&)
);

create index taken_spans_of_event on taken_spans (organization_id, scheduled_event_id);
create index taken_spans_by_time on taken_spans (organization_id, membership_id, starts_at);
