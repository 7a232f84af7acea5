-- Mails and webhooks do not wait for the activity log, whose entries are chained one behind the other: a fact is announced
-- and logged by two pieces of work, each with its own mark. 1970 for at once, nothing once it was done.
alter table facts add column log_at timestamptz(3);
alter table facts alter column log_at set default '1970-01-01 00:00:00+00';
update facts set log_at = announce_at, announce_at = case when silent then null else announce_at end where announce_at is not null;
create index facts_unlogged on facts (log_at, occurred_at, id) where log_at is not null;

-- A silent fact was one that is logged and not announced.
alter table facts drop column silent;
