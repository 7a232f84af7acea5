-- The rule against overlaps names the tenant, as every other key does: a table that is divided by organization can keep it.
alter table taken_spans drop constraint taken_spans_no_overlap;
alter table taken_spans add constraint taken_spans_no_overlap exclude using gist (organization_id with =, membership_id with =, span with &&);

-- A language that nobody has set is null: the visitor's browser decides then. Until now it was never unset.
alter table event_types alter column locale drop not null;
update event_types set locale = null where locale = 'en';

-- The language of the page on which somebody booked; null where they booked without a page.
alter table invitees add column locale text check (locale in ('en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk'));

-- People may choose any language of the pages.
alter table users drop constraint users_locale_check;
alter table users add constraint users_locale_check check (locale in ('en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk', 'ps'));
