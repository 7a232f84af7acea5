-- An account that an import made for an address that nobody has proved. It stops being one when somebody signs in to it; until then an
-- accepted invitation to the address takes it over, and only such an account follows what an import says about its holder.
alter table users add column unproven boolean not null default false;

update users set unproven = true
where password_hash is null and totp_secret is null
  and exists (select from import_records as record where record.kind = 'users' and record.local_id = users.id)
  and not exists (select from sessions where sessions.user_id = users.id)
  and not exists (
    select from organization_memberships as membership
    left join tokens on tokens.organization_id = membership.organization_id and tokens.membership_id = membership.id
    where membership.user_id = users.id and (membership.role = 'owner' or tokens.id is not null)
  );

-- How often a process began to work on the import without saving anything since: counted before the work, so that work that ends the
-- process is not begun for ever.
alter table imports add column begun_tries integer not null default 0;
-- How many portions the current step has had, and how many of the last ones brought nothing that was new in this run.
alter table imports add column portions integer not null default 0;
alter table imports add column idle_portions integer not null default 0;

-- Addresses to join a meeting at come from other services, and become links.
update scheduled_events set location = jsonb_set(location::jsonb, '{join_url}', 'null')::json
where location ->> 'join_url' is not null and location ->> 'join_url' !~* '^https?://';
