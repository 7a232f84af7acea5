-- Applications that act for members, and what they were allowed.

-- An application is registered by a member ("app"), by itself ("dynamic", RFC 7591), or described by a document at its own
-- address ("document"). It is asked for by members of every organization, so it belongs to none; an app has an owner.
create table oauth_clients (
  id                    uuid primary key,
  kind                  text not null check (kind in ('app', 'dynamic', 'document')),
  -- The address of the document is its client id.
  document_url          text unique,
  document_expires_at   timestamptz(3),
  name                  text not null,
  -- A digest; none for a public client.
  secret_hash           bytea,
  -- Encrypted with a key that is not in the database.
  webhook_key           bytea,
  redirect_uris         text[] not null check (cardinality(redirect_uris) > 0),
  scopes                text[] not null,
  is_legacy             boolean not null default false,
  requires_pkce         boolean not null default true,
  owner_organization_id uuid references organizations (id),
  owner_membership_id   uuid,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  deleted_at            timestamptz(3),
  foreign key (owner_organization_id, owner_membership_id) references organization_memberships (organization_id, id),
  check ((kind = 'app') = (owner_membership_id is not null)),
  check ((owner_membership_id is null) = (owner_organization_id is null)),
  check ((kind = 'document') = (document_url is not null and document_expires_at is not null)),
  -- Nobody vouches for the others: they have no secret, and no old rights.
  check (kind = 'app' or (secret_hash is null and not is_legacy)),
  check (requires_pkce or secret_hash is not null)
);

create index oauth_clients_of_owner on oauth_clients (owner_organization_id, created_at, id) where kind = 'app';
create index oauth_clients_unowned on oauth_clients (created_at) where kind <> 'app';

-- What a member allowed an application. Code, access tokens and refresh tokens that come of it are one family.
create table oauth_grants (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  membership_id   uuid not null,
  client_id       uuid not null references oauth_clients (id),
  audience        text not null check (audience in ('rest', 'mcp')),
  scopes          text[] not null,
  created_at      timestamptz(3) not null,
  revoked_at      timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index oauth_grants_of_member on oauth_grants (organization_id, membership_id);
create index oauth_grants_of_client on oauth_grants (client_id);

-- A code works once. Its row stays, so that a second use is recognised.
create table authorization_codes (
  hash            bytea primary key,
  organization_id uuid not null references organizations (id),
  grant_id        uuid not null,
  client_id       uuid not null references oauth_clients (id),
  redirect_uri    text not null,
  code_challenge  text,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  spent_at        timestamptz(3),
  foreign key (organization_id, grant_id) references oauth_grants (organization_id, id) on delete cascade
);

create index authorization_codes_of_grant on authorization_codes (organization_id, grant_id);
create index authorization_codes_expired on authorization_codes (expires_at);

-- So does a refresh token, and each use makes the next one.
create table refresh_tokens (
  hash            bytea primary key,
  organization_id uuid not null references organizations (id),
  grant_id        uuid not null,
  client_id       uuid not null references oauth_clients (id),
  created_at      timestamptz(3) not null,
  spent_at        timestamptz(3),
  foreign key (organization_id, grant_id) references oauth_grants (organization_id, id) on delete cascade
);

create index refresh_tokens_of_grant on refresh_tokens (organization_id, grant_id);
create index refresh_tokens_spent on refresh_tokens (spent_at) where spent_at is not null;

-- Access tokens are in the same table as personal ones: one look finds either.
alter table tokens
  add column audience  text not null default 'rest' check (audience in ('rest', 'mcp')),
  add column client_id uuid references oauth_clients (id),
  add column grant_id  uuid,
  add foreign key (organization_id, grant_id) references oauth_grants (organization_id, id),
  add check ((client_id is null) = (grant_id is null)),
  add check (grant_id is null or expires_at is not null);

create index tokens_of_grant on tokens (organization_id, grant_id) where grant_id is not null;
create index tokens_of_client on tokens (client_id) where client_id is not null;
create index tokens_expired on tokens (expires_at) where grant_id is not null;
