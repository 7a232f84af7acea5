-- Who wants to hear of what happens, and what was sent to them.

create table webhook_subscriptions (
  id               uuid primary key,
  organization_id  uuid not null references organizations (id),
  url              text not null,
  -- A digest: an address may be longer than an index takes.
  url_hash         bytea not null,
  events           text[] not null check (cardinality(events) > 0),
  scope            text not null check (scope in ('organization', 'user', 'group')),
  -- Of whom, for the scopes user and group. A group that was deleted leaves nobody to hear of.
  membership_id    uuid,
  group_id         uuid,
  creator_id       uuid not null,
  -- The application that it was made with; its key signs where there is no other.
  client_id        uuid references oauth_clients (id),
  -- Encrypted with a key that is not in the database.
  signing_key      bytea,
  state            text not null check (state in ('active', 'disabled')),
  -- The first failure since the last success.
  retry_started_at timestamptz(3),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  -- What was sent is kept for a while, so the row is too.
  deleted_at       timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id),
  foreign key (organization_id, group_id) references groups (organization_id, id) on delete set null (group_id),
  foreign key (organization_id, creator_id) references organization_memberships (organization_id, id),
  check ((scope = 'user') = (membership_id is not null)),
  check (scope = 'group' or group_id is null)
);

create unique index webhook_subscriptions_once
  on webhook_subscriptions (organization_id, url_hash, scope, coalesce(membership_id, group_id, '00000000-0000-0000-0000-000000000000'))
  where deleted_at is null and (scope <> 'group' or group_id is not null);
create index webhook_subscriptions_page on webhook_subscriptions (organization_id, created_at, id) where deleted_at is null;

-- One message to one subscription. The body is what was and will be sent, to the byte; it goes when the person it is about is
-- forgotten.
create table webhook_deliveries (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  subscription_id uuid not null,
  fact_id         uuid not null,
  event           text not null,
  body            text,
  person          bytea,
  status          text not null check (status in ('pending', 'delivered', 'failed', 'erased')),
  attempts        integer not null default 0,
  -- What came of the last attempt, in a word or two.
  outcome         text,
  first_failed_at timestamptz(3),
  attempted_at    timestamptz(3),
  created_at      timestamptz(3) not null,
  foreign key (organization_id, subscription_id) references webhook_subscriptions (organization_id, id),
  check (status <> 'pending' or body is not null)
);

create index webhook_deliveries_page on webhook_deliveries (organization_id, created_at, id);
create index webhook_deliveries_of_subscription on webhook_deliveries (organization_id, subscription_id, created_at, id);
create index webhook_deliveries_of_person on webhook_deliveries (organization_id, person) where person is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at) where status <> 'pending';
