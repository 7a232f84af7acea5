-- Answers that are given again when a request is sent again under the same key.

-- The row is written with the change it stands for: either both are there, or neither. Key and request are keyed digests, the
-- answer is encrypted, and persons are those it tells about, so that it goes when one of them is to be forgotten. Both
-- references are checked at the end of the transaction: the key is claimed first, and the check would hold the membership's
-- row before the operation has locked what it needs in its own order.
create table idempotency_keys (
  organization_id uuid not null references organizations (id) deferrable initially deferred,
  membership_id   uuid not null,
  key_digest      bytea not null,
  request_digest  bytea not null,
  status          integer,
  answer          bytea,
  persons         bytea[] not null,
  created_at      timestamptz(3) not null,
  primary key (organization_id, membership_id, key_digest),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id) deferrable initially deferred,
  check ((status is null) = (answer is null))
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
