-- What an organization asks of visitors of its booking pages, and whom it does not let book.
alter table organizations
  add column bot_protection text not null default 'automatic' check (bot_protection in ('automatic', 'on', 'off')),
  -- Addresses, and domains with a leading @, which stand for their subdomains too.
  add column blocked_addresses text[] not null default '{}';

-- Where a visitor's request came from, as a keyed hash, until its address is confirmed: a source has few of them.
alter table booking_requests add column source bytea;
create index booking_requests_by_source on booking_requests (organization_id, source) where source is not null;
