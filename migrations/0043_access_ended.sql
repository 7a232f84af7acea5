-- What the organization knew of a member when the membership ended: the account goes on elsewhere, under a name and an
-- address that are not this organization's to know.
alter table organization_memberships
  add column former_name  text,
  add column former_email text;

update organization_memberships as membership
  set former_name = users.name, former_email = users.email
  from users where users.id = membership.user_id and membership.ended_at is not null;

-- A deleted webhook no longer refers to the application that made it, so that the application can be deleted too.
update webhook_subscriptions set client_id = null where deleted_at is not null and client_id is not null;
create index webhook_subscriptions_of_client on webhook_subscriptions (client_id) where client_id is not null;
