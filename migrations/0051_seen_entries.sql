-- Whether a sync has seen an entry since it was written: one that its host deletes before the first sync is in no list of changes.

alter table calendar_entries add column is_seen boolean not null default false;
update calendar_entries set is_seen = true;
create index calendar_entries_unseen on calendar_entries (organization_id, calendar_id) where not is_seen and wanted = 'present';
