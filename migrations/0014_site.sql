-- How the booking pages of an organization look.

alter table organizations add column logo_url text check (logo_url ~ '^https://');
alter table organizations add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$');

-- A page is found by its address, before the organization is known.
create index event_types_by_slug on event_types (owner_id, slug);
