-- The slug that a member had when the membership ended: their page elsewhere is not this organization's to know.
alter table organization_memberships add column former_slug text;

update organization_memberships as membership
  set former_slug = users.slug
  from users where users.id = membership.user_id and membership.ended_at is not null;

-- The member that a mail about the organization goes to: once they have left, it is not sent. Null for invitees, guests, people who are invited, and mail
-- about an account, which goes on without the organization.
alter table mails
  add column membership_id uuid,
  add foreign key (organization_id, membership_id) references organization_memberships (organization_id, id);

update mails set membership_id = membership.id
  from users join organization_memberships as membership on membership.user_id = users.id
  where mails.status = 'pending' and membership.ended_at is null and membership.organization_id = mails.organization_id and lower(users.email) = lower(mails.recipient)
    and (mails.letter ->> 'to' = 'host' or mails.kind in ('webhook_disabled', 'calendar_lost', 'calendar_changed'));
