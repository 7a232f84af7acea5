-- What the other side said last of a thing, as columns of its row here; of a meeting a keyed digest of its state, since nothing about invitees may be
-- kept twice. What differs from it in the row was changed by people here.
alter table import_records add column base jsonb;
-- Whether what the other side says wins over what people changed here.
alter table imports add column prefers_source boolean not null default false;
