-- Channels by which a calendar service says that something has changed. They only ask for a look: calendars are read without them as well.
create table calendar_channels (
  organization_id uuid not null references organizations (id),
  -- Part of the address that the service calls. The secret that comes with a call is derived from it.
  id              uuid primary key,
  connection_id   uuid not null,
  -- The calendar it is about, as the service calls it; empty for the whole account.
  resource        text not null,
  -- Null when the service has refused it.
  foreign_id      text,
  ends_at         timestamptz(3) not null,
  tried_at        timestamptz(3) not null,
  pushed_at       timestamptz(3),
  unique (organization_id, connection_id, resource),
  foreign key (organization_id, connection_id) references calendar_connections (organization_id, id) on delete cascade
);
