-- What is to be done later: announcing facts, and the jobs that come of it.

-- When a fact is to be announced; nothing once it was. Facts are found by this and not by their time, because they do not
-- commit in the order of their times. One that was just recorded is due whatever the clock says: 1970. Those from before have
-- been seen by everybody there was.
alter table facts add column announce_at timestamptz(3);
alter table facts alter column announce_at set default '1970-01-01 00:00:00+00';
create index facts_unannounced on facts (announce_at, occurred_at, id) where announce_at is not null;

-- Work that talks to other machines. It is claimed by a lease, done, and settled: then the row is gone, or has a later time.
-- A job only points at what it is about, so that it holds nothing about anybody.
create table jobs (
  id              bigserial primary key,
  organization_id uuid not null references organizations (id),
  kind            text not null,
  -- Jobs of one lane go to the same place. So many at a time, and no lane waits for another.
  lane            text collate "C" not null,
  subject_id      uuid not null,
  -- 1970 for at once.
  run_at          timestamptz(3) not null,
  attempts        integer not null default 0,
  -- Whose it is, and by the database's clock until when: the machines that work need not agree about the time.
  lease           uuid,
  leased_until    timestamptz(3),
  created_at      timestamptz(3) not null,
  check ((lease is null) = (leased_until is null))
);

create index jobs_by_lane on jobs (lane, run_at, id);
create index jobs_leased on jobs (lane, leased_until) where leased_until is not null;
create index jobs_waiting on jobs (run_at) where leased_until is null;
