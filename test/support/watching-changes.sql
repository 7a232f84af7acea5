-- For tests only: a transaction that is watched must tell each of its changes in the activity log, once (J7). Triggers note
-- which tables it changed and which facts it recorded, in settings that end with the transaction; a deferred trigger judges
-- the notes when it commits, whichever way the commit is sent. `watched-database.ts` says which transactions are watched.

create schema test_support;

-- In which organizations an app of a test has done something.
create table test_support.app_organizations (app text not null, organization_id uuid not null);

-- When the work of others was due that is set aside while an app does its own: see `own-work.ts`.
create table test_support.jobs_aside (id bigint primary key, run_at timestamptz(3) not null);
create table test_support.facts_aside (id uuid primary key, announce_at timestamptz(3), log_at timestamptz(3));

-- Tables whose changes are no entry in the activity log, and why. Every other table is watched, also a new one.
create table test_support.unlogged (name text primary key, reason text not null);
insert into test_support.unlogged values
  ('activity_chains', 'the log itself'),
  ('activity_log', 'the log itself'),
  ('jobs', 'work that follows from a fact'),
  ('webhook_deliveries', 'work that follows from a fact'),
  ('mails', 'work that follows from a fact'),
  ('reminders', 'work that follows from a fact'),
  ('idempotency_keys', 'a stored answer, beside the change it answers'),
  ('sessions', 'a sign-out, or a sign-in that is not complete; a complete one has an entry'),
  ('instance', 'belongs to the machine'),
  ('heard_logouts', 'what was heard of a sign-out, which has no entry'),
  ('account_links', 'a link on its way to somebody; the request for it has an entry'),
  ('oauth_clients', 'registered without an organization; those of an organization have entries'),
  ('authorization_codes', 'a step towards a grant, which has its entry'),
  ('refresh_tokens', 'issued under a grant, which has its entry'),
  ('tokens', 'issued under a grant; personal ones have entries'),
  ('calendar_channels', 'opened for a connection, which has its entry'),
  ('payments', 'an attempt to pay; what was paid is told with the booking'),
  ('payment_refunds', 'work that follows from a fact, or has an entry of its own'),
  ('calendar_tokens', 'granted to a connection, which has its entry, and renewed every hour');

create function test_support.noted(setting text) returns text language sql as $$
  select coalesce(current_setting('openslot.' || setting, true), '')
$$;

create function test_support.note_change() returns trigger language plpgsql as $$
begin
  if position(' ' || tg_table_name || ' ' in test_support.noted('test_changes')) = 0 then
    perform set_config('openslot.test_changes', test_support.noted('test_changes') || ' ' || tg_table_name || ' ', true);
  end if;
  return null;
end
$$;

-- A row that was written as it was before may have had its entry all the same: the clock of tests stands still.
create function test_support.note_touch() returns trigger language plpgsql as $$
begin
  perform set_config('openslot.test_touches', tg_table_name, true);
  return null;
end
$$;

create function test_support.note_fact() returns trigger language plpgsql as $$
begin
  perform set_config('openslot.test_facts', test_support.noted('test_facts') || ' ' || new.organization_id
    || case when new.name = 'invitee.rescheduled' then '+' || md5(new.subject::text) else '' end || '/' || new.name, true);
  if test_support.noted('test_app') <> '' then
    insert into test_support.app_organizations values (test_support.noted('test_app'), new.organization_id);
  end if;
  return null;
end
$$;

-- Unless a worker of the test announces them, facts are announced in thousands of years: another test's worker leaves them alone.
create function test_support.postpone_fact() returns trigger language plpgsql as $$
begin
  if test_support.noted('test_postpones') <> '' and new.announce_at = '1970-01-01 00:00:00+00' then
    new.announce_at := '9999-01-01';
    new.log_at := '9999-01-01';
  end if;
  return new;
end
$$;

-- No change without an entry, no entry without a change, and one for each organization, or for each invitee who is moved with others. Some facts come together, each with its
-- entry: ended grants, a recovery code that was used to sign in, and a booking with the request it comes from. A failed sign-in changes nothing.
create function test_support.judge_transaction() returns trigger language plpgsql as $$
declare
  notes text := concat_ws('/', test_support.noted('test_changes'), test_support.noted('test_touches'), test_support.noted('test_facts'));
  changes text[];
  facts text[];
  unlogged_changes text;
  organizations text[];
begin
  if test_support.noted('test_fails') <> '' then raise exception 'The plug was pulled.' using errcode = 'TT001'; end if;
  -- It is called for each row: the same notes are judged once.
  if notes = test_support.noted('test_judged') then return null; end if;
  perform set_config('openslot.test_judged', notes, true);
  changes := regexp_split_to_array(btrim(regexp_replace(test_support.noted('test_changes'), ' +', ' ', 'g')), ' ');
  facts := regexp_split_to_array(btrim(test_support.noted('test_facts')), ' ');
  if facts = array[''] then
    select string_agg(change, ', ') into unlogged_changes from unnest(changes) as change
    where change <> '' and change not in (select name from test_support.unlogged);
    if unlogged_changes is not null then raise exception 'J7: a change without an entry: %', unlogged_changes; end if;
    return null;
  end if;
  if changes = array[''] and test_support.noted('test_touches') = '' and exists (select from unnest(facts) as fact where fact not like '%/account.sign_in_failed' and fact not like '%/organization.sign_in_refused' and fact not like '%/organization.exported') then
    raise exception 'J7: an entry without a change: %', array_to_string(facts, ', ');
  end if;
  organizations := array(select split_part(fact, '/', 1) from unnest(facts) as fact where fact !~ '/(oauth_grant\.revoked|account\.recovery_code_used|booking_request\.confirmed)$');
  if cardinality(organizations) > (select count(distinct organization) from unnest(organizations) as organization) then
    raise exception 'J7: more than one entry: %', array_to_string(facts, ', ');
  end if;
  return null;
end
$$;

create function test_support.is_watched() returns boolean language sql as $$
  select test_support.noted('test_app') <> '' or test_support.noted('test_fails') <> ''
$$;

do $$
declare
  found record;
begin
  for found in
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('schema_migrations', 'rate_windows')
  loop
    execute format('create constraint trigger test_judged after insert or update or delete on %I deferrable initially deferred
      for each row when (test_support.is_watched()) execute function test_support.judge_transaction()', found.name);
    if found.name = 'facts' then continue; end if;
    execute format('create trigger test_noted_rows after insert or delete on %I for each row execute function test_support.note_change()', found.name);
    execute format('create trigger test_noted_touches after update on %I for each row execute function test_support.note_touch()', found.name);
    if found.name not in ('users', 'oauth_grants', 'imports') then
      execute format('create trigger test_noted_updates after update on %I for each row when (to_jsonb(old) is distinct from to_jsonb(new))
        execute function test_support.note_change()', found.name);
    end if;
  end loop;
end
$$;

-- A second factor that is only begun is none yet, and a code that was right changes nothing but that it is used up.
create trigger test_noted_updates after update on users for each row
  when ((to_jsonb(old) - '{totp_secret,totp_last_step}'::text[]) is distinct from (to_jsonb(new) - '{totp_secret,totp_last_step}'::text[]))
  execute function test_support.note_change();

-- Full access from before scopes existed is written out with the first refresh: the same rights in more words.
create trigger test_noted_updates after update on oauth_grants for each row
  when ((to_jsonb(old) - 'scopes') is distinct from (to_jsonb(new) - 'scopes'))
  execute function test_support.note_change();

-- Which process works on an import is no change of it.
create trigger test_noted_updates after update on imports for each row
  when ((to_jsonb(old) - '{lease,leased_until}'::text[]) is distinct from (to_jsonb(new) - '{lease,leased_until}'::text[]))
  execute function test_support.note_change();

create trigger test_noted_facts after insert on facts for each row execute function test_support.note_fact();
create trigger test_postponed_facts before insert on facts for each row execute function test_support.postpone_fact();
