-- What comes from other scheduling services, and how far it has come.

create table imports (
  organization_id uuid not null references organizations (id),
  -- Jobs name it by this alone.
  id              uuid primary key,
  kind            text not null check (kind in ('calendly')),
  -- The address of the API that is read. Importing from it again goes on with the same import.
  source          text not null,
  -- Whose data: what the token can see.
  reach           jsonb not null,
  -- Encrypted, and deleted when the import is over.
  token           bytea,
  started_by      uuid not null,
  takes_over      boolean not null,
  invites         boolean not null,
  state           text not null check (state in ('running', 'finished', 'failed')),
  -- How often everything was read.
  run             integer not null,
  step            text not null,
  -- Where the step goes on; null at its beginning.
  cursor          text,
  -- How many meetings there are; null until they are counted.
  meetings        integer,
  -- How many requests a minute the other side takes; null until it says so.
  per_minute      integer,
  -- What an operator should know, each as a sentence. Nobody is named in them but members.
  remarks         jsonb not null,
  fault           text,
  -- Who works on it: one process at a time.
  lease           uuid,
  leased_until    timestamptz(3),
  started_at      timestamptz(3) not null,
  finished_at     timestamptz(3),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, started_by) references organization_memberships (organization_id, id),
  check ((state = 'running') = (finished_at is null))
);

create unique index imports_source on imports (organization_id, kind, source);

-- What each thing of the other side is here. Ids that are other ones there stay readable through these rows.
create table import_records (
  organization_id uuid not null references organizations (id),
  import_id       uuid not null,
  kind            text not null,
  foreign_id      text not null,
  local_id        uuid not null,
  -- Of what was read: the same again changes nothing.
  digest          bytea not null,
  -- The runs in which it came, last changed, and was last seen.
  created_run     integer not null,
  changed_run     integer not null,
  seen_run        integer not null,
  primary key (organization_id, kind, foreign_id),
  foreign key (organization_id, import_id) references imports (organization_id, id)
);

create index import_records_of_import on import_records (organization_id, import_id, kind);
-- Ids that are other ones here than there.
create index import_records_aliases on import_records (foreign_id, organization_id) where foreign_id <> local_id::text;

-- A meeting from elsewhere that overlaps another of its host: its time is in busy_spans, since taken_spans forbids overlaps.
alter table scheduled_events add column imported boolean not null default false;
alter table scheduled_events add column collides boolean not null default false;

-- The addresses of imported invitees elsewhere ended with their id alone, and keep working here.
alter table invitees add column imported boolean not null default false;
