-- Forms that send a visitor to the right meeting, and what was answered.

create table routing_forms (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  name            text not null,
  status          text not null check (status in ('draft', 'published')),
  questions       json not null,
  rules           json not null,
  fallback        json not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  -- What was answered stays readable, so the row does too.
  deleted_at      timestamptz(3),
  unique (organization_id, id)
);

create index routing_forms_page on routing_forms (organization_id, created_at, id) where deleted_at is null;

create table routing_form_submissions (
  id              uuid not null,
  organization_id uuid not null references organizations (id),
  routing_form_id uuid not null,
  -- Whoever gave their address in it.
  person          bytea,
  -- Of the page it was sent from and of what was sent: the same again is the same submission.
  sent_key        bytea not null,
  answers         json not null,
  tracking        json not null,
  result          json not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, routing_form_id) references routing_forms (organization_id, id)
);

create unique index routing_form_submissions_once on routing_form_submissions (organization_id, routing_form_id, sent_key);
create index routing_form_submissions_page on routing_form_submissions (organization_id, created_at, id);
create index routing_form_submissions_of_form on routing_form_submissions (organization_id, routing_form_id, created_at, id);
create index routing_form_submissions_of_person on routing_form_submissions (organization_id, person) where person is not null;

-- The submission that led somebody to their booking. It stands here alone, and is read both ways.
alter table invitees add column routing_form_submission_id uuid;
alter table invitees add constraint invitees_routing_form_submission_fkey
  foreign key (organization_id, routing_form_submission_id) references routing_form_submissions (organization_id, id);
create index invitees_of_submission on invitees (organization_id, routing_form_submission_id, created_at, id)
  where routing_form_submission_id is not null;
