-- What plain members of an organization may do by themselves. Owners and admins may always.
alter table organizations
  add column members_create_event_types boolean not null default true,
  add column members_change_hours boolean not null default true,
  add column members_connect_calendars boolean not null default true;
