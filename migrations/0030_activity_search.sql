-- The activity log is searched through an index of its words again, which PostgreSQL keeps by itself.

drop table activity_shelf_words;
drop table activity_shelves;
alter table activity_chains drop column shelved, drop column taken_down;

-- New entries wait in a list of at most 256 kB before they are merged into the index: a search reads that list from end to end.
create index activity_log_by_word on activity_log using gin (words) with (gin_pending_list_limit = 256);
