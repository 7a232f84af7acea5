-- Calendars that an account gets after it was connected, whose events they are, and what is wrong with one of them alone.

-- When its calendars were last listed.
alter table calendar_connections add column discovered_at timestamptz(3);

alter table calendars
  -- Not one that somebody else shares with the owner.
  add column is_own boolean not null default true,
  -- Found after the account was connected; until the owner changes how it counts.
  add column is_new boolean not null default false,
  add column fault text,
  -- The zone that its all-day and floating events were expanded in.
  add column expanded_zone text;

-- The budget of a sync was used up before its turn: the next one expands it.
alter table calendar_items add column is_postponed boolean not null default false;
create index calendar_items_postponed on calendar_items (organization_id, calendar_id) where is_postponed;
