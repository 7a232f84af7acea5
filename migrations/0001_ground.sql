-- People and the organizations that own everything.
-- Every table carries its organization, except users: an account outlives the organization it is in.

create table users (
  id            uuid primary key,
  name          text not null,
  email         text not null,
  slug          text not null unique,
  timezone      text not null,
  time_notation text not null default '12h' check (time_notation in ('12h', '24h')),
  locale        text not null default 'en' check (locale in ('en', 'fr', 'es', 'de', 'pt', 'ps')),
  avatar_url    text,
  password_hash text,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);

create unique index users_email on users (lower(email));

create table organizations (
  id         uuid primary key,
  name       text not null,
  plan       text not null default 'enterprise' check (plan in ('basic', 'essentials', 'standard', 'professional', 'teams', 'enterprise')),
  stage      text not null default 'active' check (stage in ('trial', 'active')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- A membership is ended, never deleted: what its holder did keeps a name.
create table organization_memberships (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  user_id         uuid not null references users (id),
  role            text not null check (role in ('owner', 'admin', 'user')),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  ended_at        timestamptz(3),
  unique (organization_id, id)
);

-- One account belongs to one organization at a time, and an organization has one owner.
create unique index organization_memberships_current on organization_memberships (user_id) where ended_at is null;
create unique index organization_memberships_owner on organization_memberships (organization_id) where role = 'owner' and ended_at is null;
create index organization_memberships_page on organization_memberships (organization_id, created_at, id) where ended_at is null;
create index organization_memberships_of_user on organization_memberships (organization_id, user_id);

create table organization_invitations (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  email           text not null,
  status          text not null check (status in ('pending', 'accepted', 'declined')),
  code_hash       bytea not null unique,
  invited_by      uuid not null,
  membership_id   uuid,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  last_sent_at    timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, invited_by) references organization_memberships (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  check ((status = 'accepted') = (membership_id is not null))
);

create unique index organization_invitations_pending on organization_invitations (organization_id, lower(email)) where status = 'pending';
create index organization_invitations_page on organization_invitations (organization_id, created_at, id);

create table groups (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  name            text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id)
);

create unique index groups_name on groups (organization_id, lower(name));
create index groups_page on groups (organization_id, created_at, id);

-- Who is in a group: a member, or somebody who is still invited.
create table group_relationships (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  group_id        uuid not null,
  membership_id   uuid,
  invitation_id   uuid,
  role            text not null check (role in ('member', 'admin')),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, group_id) references groups (organization_id, id) on delete cascade,
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  foreign key (organization_id, invitation_id) references organization_invitations (organization_id, id) on delete cascade,
  check ((membership_id is null) <> (invitation_id is null))
);

-- Member of one group at most; administrator of as many as one likes.
create unique index group_relationships_one_group on group_relationships (organization_id, coalesce(membership_id, invitation_id)) where role = 'member';
create unique index group_relationships_once on group_relationships (organization_id, group_id, coalesce(membership_id, invitation_id), role);
create index group_relationships_page on group_relationships (organization_id, created_at, id);
create index group_relationships_of_group on group_relationships (organization_id, group_id);

create table teams (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  name            text not null,
  slug            text not null unique,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id)
);

create unique index teams_name on teams (organization_id, lower(name));
create index teams_page on teams (organization_id, created_at, id);

create table team_memberships (
  organization_id uuid not null references organizations (id),
  team_id         uuid not null,
  membership_id   uuid not null,
  created_at      timestamptz(3) not null,
  primary key (organization_id, team_id, membership_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index team_memberships_of_member on team_memberships (organization_id, membership_id);

-- Bearer tokens. Only a digest is kept, so that a copy of the database opens nothing.
create table tokens (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  membership_id   uuid not null,
  name            text not null,
  hash            bytea not null unique,
  hint            text not null,
  scopes          text[] not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index tokens_of_member on tokens (organization_id, membership_id);

-- What happened. A fact is written in the transaction of the change it tells of, and is what is later announced.
create table facts (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  name            text not null,
  actor_type      text not null check (actor_type in ('user', 'system')),
  actor_id        uuid,
  subject         jsonb not null,
  occurred_at     timestamptz(3) not null,
  foreign key (organization_id, actor_id) references organization_memberships (organization_id, id),
  check ((actor_type = 'user') = (actor_id is not null))
);

create index facts_page on facts (organization_id, occurred_at, id);

-- The machine's own tables.

-- Which secret this database was made with, so that another one is refused at start.
create table instance (
  only_row           boolean primary key default true check (only_row),
  secret_fingerprint bytea not null,
  created_at         timestamptz(3) not null
);

-- Requests counted in the current window, when several processes serve without Redis. Losing it on a crash is fine.
create unlogged table rate_windows (
  key     text primary key,
  used    integer not null,
  ends_at timestamptz(3) not null
);

create index rate_windows_ended on rate_windows (ends_at);
