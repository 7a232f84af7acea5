-- Who did what: every fact, in the order in which it was written down, as a chain that shows when something was changed later.

-- A fact is the entry of its change, and commits with it. What makes it quick to search, and the chain, come with its
-- announcement: facts that are not announced yet are read from where they stand. Those from before are added bit by bit.
alter table facts add column logged boolean not null default false;
create index facts_unlogged on facts (occurred_at, id) where not logged and announce_at is null;

-- The last link of each organization's chain.
create table activity_chains (
  organization_id uuid primary key references organizations (id),
  position        bigint not null,
  hash            bytea not null
);

-- The hash is over the one before, what the entry says (a fact's name, its time, who did it), and a salted digest of what it
-- happened to. That can be forgotten: subject and salt go, the digest stays, and the chain still holds.
create table activity_log (
  organization_id uuid not null references organizations (id),
  position        bigint not null,
  fact_id         uuid not null unique,
  occurred_at     timestamptz(3) not null,
  namespace       text collate "C" not null,
  action          text collate "C" not null,
  actor_type      text not null check (actor_type in ('user', 'invitee', 'system')),
  actor_id        uuid,
  -- As they were called then.
  actor_name      text collate "C" not null,
  actor_user_id   uuid,
  salt            bytea,
  subject_digest  bytea not null,
  hash            bytea not null,
  -- What it can be found by: words, and the names of what it can be filtered by.
  words           tsvector not null,
  -- The request by which what it happened to was forgotten.
  erased_by       uuid,
  primary key (organization_id, position),
  foreign key (organization_id, actor_id) references organization_memberships (organization_id, id),
  check ((salt is null) = (erased_by is not null))
);

create index activity_log_page on activity_log (organization_id, occurred_at, fact_id);
create index activity_log_by_action on activity_log (organization_id, action, occurred_at, fact_id);
create index activity_log_by_namespace on activity_log (organization_id, namespace, occurred_at, fact_id);
create index activity_log_by_actor on activity_log (organization_id, actor_name, occurred_at, fact_id);
create index activity_log_by_word on activity_log using gin (words) with (gin_pending_list_limit = 256);

-- Written once. What a fact happened to may be forgotten, and nothing else: whoever does that says so, for one transaction.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('openslot.rewriting', true), '') <> 'on' then
    raise exception 'what happened cannot be changed: % of %', lower(tg_op), tg_table_name;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger facts_stay before delete on facts for each row execute function refuse_rewriting();
create trigger facts_as_they_were before update of id, organization_id, name, actor_type, actor_id, subject, occurred_at on facts
  for each row execute function refuse_rewriting();
create trigger activity_log_stays before update or delete on activity_log for each row execute function refuse_rewriting();
