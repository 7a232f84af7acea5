-- How often in a row the other side gave nothing that can be used. It is asked again after longer and longer pauses, and in the end the import stops.
alter table imports add column failed_tries integer not null default 0;
