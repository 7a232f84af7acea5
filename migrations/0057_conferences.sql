-- Conferences that other services make for meetings, and the accounts that make them.

create table provider_accounts (
  organization_id  uuid not null references organizations (id),
  id               uuid primary key,
  -- Null: of the whole organization.
  membership_id    uuid,
  service          text not null check (service in ('zoom', 'zoom_server', 'webex', 'webhook')),
  -- The kind of location whose meetings it makes.
  kind             text not null check (kind in ('google_conference', 'gotomeeting_conference', 'microsoft_teams_conference', 'webex_conference', 'zoom_conference')),
  -- How its owner recognizes it. Never a secret.
  account          text not null,
  credentials      bytea not null,
  -- What a consent has brought; until `refreshing_until`, one process is renewing it, and no other does.
  tokens           bytea,
  refreshing_until timestamptz(3),
  fault            text,
  is_lost          boolean not null default false,
  lost_at          timestamptz(3),
  notified_at      timestamptz(3),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  unique (organization_id, id),
  constraint provider_accounts_once unique nulls not distinct (organization_id, membership_id, kind),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

-- A host's room for a kind of conference: a URL, or one that the host's calendar or account makes for each meeting.
alter table conference_links
  add column source text not null default 'url' check (source in ('url', 'calendar', 'account')),
  alter column url drop not null,
  add check ((source = 'url') = (url is not null));

create table conferences (
  organization_id    uuid not null references organizations (id),
  -- Jobs name it by this alone.
  id                 uuid primary key,
  -- Of the meeting in calendars. It stays when the meeting moves.
  uid                text not null,
  scheduled_event_id uuid not null,
  -- The first host.
  membership_id      uuid not null,
  kind               text not null check (kind in ('google_conference', 'gotomeeting_conference', 'microsoft_teams_conference', 'webex_conference', 'zoom_conference')),
  -- Made with the entry in the host's calendar.
  by_calendar        boolean not null,
  wanted             text not null check (wanted in ('present', 'absent')),
  state              text not null check (state in ('waiting', 'retrying', 'made', 'failed', 'gone')),
  -- Counts what the meeting has asked for: what was done for less is looked at again.
  revision           integer not null default 1,
  -- Where it was made, and for which host.
  account_id         uuid,
  made_for           uuid,
  foreign_id         text,
  -- Under which key the service is asked for it; another one once it was removed there.
  request_id         uuid not null,
  -- Since then there may be one that we do not know of.
  tried_at           timestamptz(3),
  join_url           text,
  data               jsonb,
  -- The digest of what the service was told.
  written            bytea,
  fault              text,
  host_told_at       timestamptz(3),
  ends_at            timestamptz(3) not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  unique (organization_id, uid),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  foreign key (organization_id, account_id) references provider_accounts (organization_id, id) on delete set null (account_id)
);

create index conferences_by_meeting on conferences (organization_id, scheduled_event_id);
create index conferences_by_account on conferences (organization_id, account_id);
create index conferences_by_end on conferences (ends_at);

-- How often mails have told of another link: each raises the sequence of the entry in calendars.
alter table scheduled_events add column location_changes integer not null default 0;

-- It was sent before the link of the meeting was there; false once the link has followed.
alter table mails add column lacks_link boolean;

-- The meeting whose link it waits for.
alter table webhook_deliveries add column awaits uuid;
create index webhook_deliveries_awaiting on webhook_deliveries (organization_id, awaits) where awaits is not null;

drop index facts_of_a_meeting;
create index facts_of_a_meeting on facts (organization_id, (right(subject #>> '{scheduled_event,uri}', 36)))
  where person is null and name in ('scheduled_event.canceled', 'scheduled_event.notes_changed', 'scheduled_event.location_changed');
