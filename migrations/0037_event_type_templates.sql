-- A managed type that an admin has given to members: each has a copy, which follows the type that it was made from.
alter table event_types add column template_id uuid;
alter table event_types add foreign key (organization_id, template_id) references event_types (organization_id, id) deferrable initially deferred;
create index event_types_by_template on event_types (organization_id, template_id) where template_id is not null;
