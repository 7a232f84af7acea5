-- The activity log is searched through an index of its words again, which PostgreSQL keeps by itself.

drop table activity_shelf_words;
drop table activity_shelves;
alter table activity_chains drop column shelved, drop column taken_down;

-- New entries wait in a list of at most 256 kB before they are merged into the index: a search reads that list from end to end.
create index activity_log_by_word on activity_log using gin (words) with (gin_pending_list_limit = 256);

-- A silent fact is logged when its turn comes, and announced to nobody. So are the facts from before there was a log.
alter table facts add column silent boolean not null default false;
update facts set announce_at = '1970-01-01 00:00:00+00', silent = true where announce_at is null and not logged;
alter table facts drop column logged;
