-- Forgetting people, and coming back from a backup.

-- What was asked to be forgotten, and that it was. It names nobody: persons are keyed hashes of organization and address.
create table data_deletions (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  kind            text not null check (kind in ('invitees', 'events')),
  persons         bytea[] not null,
  starts_at       timestamptz(3),
  ends_at         timestamptz(3),
  requested_by    uuid,
  requested_at    timestamptz(3) not null,
  -- How many entries of the activity log lost what they happened to.
  entries         integer not null default 0,
  completed_at    timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, requested_by) references organization_memberships (organization_id, id),
  check ((kind = 'events') = (starts_at is not null and ends_at is not null)),
  check ((kind = 'invitees') = (cardinality(persons) > 0))
);

create index data_deletions_by_time on data_deletions (organization_id, requested_at);

-- Whoever was forgotten still counts, and is written to no more.
alter table invitees add column erased_at timestamptz(3);

-- Guests are found by going through those who brought any.
create index invitees_with_guests on invitees (organization_id, id) where guests <> '{}';

-- Of facts that carry no person, those that may speak of one: a meeting of several, a form without an address.
create index facts_of_meetings on facts (organization_id, occurred_at) where person is null and name in ('scheduled_event.canceled', 'scheduled_event.notes_changed');
create index facts_of_submissions on facts (organization_id, (subject ->> 'uri')) where name = 'routing_form_submission.created';

create index activity_log_erased on activity_log (organization_id, erased_by) where erased_by is not null;

-- Set by a restore, until the owner says that this is the instance that goes on: nothing leaves before.
alter table instance add column restored_at timestamptz(3);
