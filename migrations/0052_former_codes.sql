-- SHA-256 of the codes that a booking link had on other installations, as hex: an export carries them, so that links that were handed out go on working.
alter table booking_links add column former_codes text[] not null default '{}';
create index booking_links_former_codes on booking_links using gin (former_codes) where former_codes <> '{}';
