-- What a calendar service granted, where its owner agreed in a browser. It is renewed every hour by whichever process needs it, so it is no part
-- of the connection, whose changes are in the activity log.
create table calendar_tokens (
  organization_id  uuid not null references organizations (id),
  connection_id    uuid not null,
  tokens           bytea not null,
  -- Until then one process is renewing them, and no other does.
  refreshing_until timestamptz(3),
  primary key (organization_id, connection_id),
  foreign key (organization_id, connection_id) references calendar_connections (organization_id, id) on delete cascade
);

-- How often it was removed from a calendar: what is written after that is another event there.
alter table calendar_entries add column generation integer not null default 0;
