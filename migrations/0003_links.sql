-- Links that can be booked through once.

-- The code in a link is made from the instance's key and the link's id, so only a digest of it stands here. A share has its
-- own terms, as they were when it was made; a plain link has those of its type.
create table booking_links (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  event_type_id   uuid not null,
  created_by      uuid not null,
  code_hash       bytea not null unique,
  terms           jsonb,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  used_at         timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id),
  foreign key (organization_id, created_by) references organization_memberships (organization_id, id)
);

-- A one-off type is booked through its link alone, and once.
alter table event_types add column link_id uuid;
alter table event_types add foreign key (organization_id, link_id) references booking_links (organization_id, id);

-- It has no place on its owner's page, so it takes no slug away from those that have.
drop index event_types_slug;
create unique index event_types_slug on event_types (organization_id, owner_id, slug) where deleted_at is null and type = 'StandardEventType';

-- How many meetings of a round robin each host holds: the next one goes to whoever has fewest.
alter table event_type_hosts add column assigned integer not null default 0 check (assigned >= 0);
