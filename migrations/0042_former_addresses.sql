-- SHA-256 of the secrets in links that another installation gave to the invitee, as hex: an export carries them, so that the links go on working.
alter table invitees add column former_links text[] not null default '{}';

-- Addresses that booking pages had elsewhere: where no page here has the address, it leads to the page that took its place.
create table former_addresses (
  organization_id uuid not null references organizations (id),
  -- In lower case, without a slash at its end.
  path            text not null,
  event_type_id   uuid,
  membership_id   uuid,
  created_at      timestamptz(3) not null,
  primary key (path, organization_id),
  foreign key (organization_id, event_type_id) references event_types (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  check ((event_type_id is null) <> (membership_id is null))
);
create index former_addresses_of_organization on former_addresses (organization_id);
