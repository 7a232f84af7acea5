-- Pictures that were uploaded: avatars of members, and logos of organizations. Without metadata, and served as they are.

create table pictures (
  organization_id uuid not null references organizations (id),
  -- Of whose it is and of its content: its address, which anybody may load.
  digest          text not null check (digest ~ '^[0-9a-f]{32}$'),
  -- Null for the logo of the organization.
  membership_id   uuid,
  media_type      text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content         bytea not null check (octet_length(content) <= 2097152),
  created_at      timestamptz(3) not null,
  primary key (organization_id, digest),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create unique index pictures_by_digest on pictures (digest);
create unique index pictures_by_member on pictures (organization_id, membership_id);
create unique index pictures_of_organizations on pictures (organization_id) where membership_id is null;

-- An uploaded one is named by its path, so that it is found when the service moves to another address.
alter table organizations drop constraint organizations_logo_url_check;
alter table organizations add constraint organizations_logo_url_check check (logo_url ~ '^https://|^/pictures/');
