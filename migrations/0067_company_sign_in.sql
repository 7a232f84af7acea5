-- Signing in with the identity provider of a company (OpenID Connect).

-- Who somebody is at the provider of an organization: its issuer, and the subject that it never gives to anybody else. An
-- address proves nothing here; it may be given to another person one day.
create table identities (
  organization_id uuid not null references organizations (id),
  id              uuid primary key,
  user_id         uuid not null references users (id),
  issuer          text not null,
  subject         text not null,
  created_at      timestamptz(3) not null,
  last_used_at    timestamptz(3),
  unique (organization_id, id),
  unique (organization_id, issuer, subject),
  -- Whoever has an address after somebody else is another subject, and does not get their account.
  unique (organization_id, issuer, user_id)
);

create index identities_of_user on identities (user_id);

-- A session that began at a provider ends with the identity, or when the provider says so. The ID token, encrypted, tells the
-- provider who signs out.
alter table sessions add column identity_id uuid references identities (id) on delete cascade;
alter table sessions add column provider_session text;
alter table sessions add column id_token bytea;
create index sessions_of_identity on sessions (identity_id) where identity_id is not null;

-- What a provider has said once is not heard again (OpenID Connect Back-Channel Logout 1.0, 2.6).
create table heard_logouts (
  organization_id uuid not null references organizations (id),
  hash            bytea not null,
  expires_at      timestamptz(3) not null,
  primary key (organization_id, hash)
);

create index heard_logouts_by_end on heard_logouts (expires_at);
