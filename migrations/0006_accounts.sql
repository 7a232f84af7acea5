-- How people sign in.

-- A browser that somebody is signed in with. Only a digest of what the cookie holds is kept, so that a copy of the database
-- opens nothing. It belongs to the account: where that is a member is asked with every request.
create table sessions (
  id           uuid primary key,
  user_id      uuid not null references users (id),
  hash         bytea not null unique,
  -- The password was right, and the code of the second factor is still to come.
  awaits_code  boolean not null,
  device       text not null,
  created_at   timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at   timestamptz(3) not null
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- A link that proves an address: whoever holds it may set a new password, or take the address as their own.
create table account_links (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  membership_id   uuid not null,
  purpose         text not null check (purpose in ('password_reset', 'email_change')),
  email           text not null,
  hash            bytea not null unique,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  used_at         timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index account_links_of_member on account_links (organization_id, membership_id);
create index account_links_by_end on account_links (expires_at);

-- The second factor of an account (RFC 6238): the secret encrypted, the recovery codes as digests. It is in force once its
-- first code was given; the last step that was used never works again.
alter table users add column totp_secret bytea;
alter table users add column totp_confirmed_at timestamptz(3);
alter table users add column totp_last_step bigint;
alter table users add column recovery_hashes text[] not null default '{}';
alter table users add constraint users_totp_check check (totp_confirmed_at is null or totp_secret is not null);
