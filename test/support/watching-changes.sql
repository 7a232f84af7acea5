-- For tests only: notes which tables a transaction changed, and for which organizations it recorded facts. Both are forgotten
-- with the transaction. `watched-database.ts` looks at it before each one commits.

create function test_note_change() returns trigger language plpgsql as $$
declare
  noted text := coalesce(current_setting('openslot.test_changes', true), '');
begin
  if position(' ' || tg_table_name || ' ' in noted) = 0 then
    perform set_config('openslot.test_changes', noted || ' ' || tg_table_name || ' ', true);
  end if;
  return null;
end
$$;

-- A row that was written as it was before may have had its entry all the same: the clock of tests stands still.
create function test_note_touch() returns trigger language plpgsql as $$
begin
  perform set_config('openslot.test_touches', tg_table_name, true);
  return null;
end
$$;

create function test_note_fact() returns trigger language plpgsql as $$
begin
  perform set_config('openslot.test_facts', coalesce(current_setting('openslot.test_facts', true), '') || ' ' || new.organization_id || '/' || new.name, true);
  return null;
end
$$;

do $$
declare
  found record;
begin
  for found in
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('facts', 'schema_migrations', 'rate_windows')
  loop
    execute format('create trigger test_noted_rows after insert or delete on %I for each row execute function test_note_change()', found.name);
    execute format('create trigger test_noted_touches after update on %I for each row execute function test_note_touch()', found.name);
    if found.name not in ('users', 'oauth_grants') then
      execute format('create trigger test_noted_updates after update on %I for each row when (to_jsonb(old) is distinct from to_jsonb(new)) execute function test_note_change()', found.name);
    end if;
  end loop;
end
$$;

-- A second factor that is only begun is none yet, and a code that was right changes nothing but that it is used up.
create trigger test_noted_updates after update on users for each row
  when ((to_jsonb(old) - '{totp_secret,totp_last_step}'::text[]) is distinct from (to_jsonb(new) - '{totp_secret,totp_last_step}'::text[]))
  execute function test_note_change();

-- Full access from before scopes existed is written out with the first refresh: the same rights in more words.
create trigger test_noted_updates after update on oauth_grants for each row
  when ((to_jsonb(old) - 'scopes') is distinct from (to_jsonb(new) - 'scopes'))
  execute function test_note_change();

create trigger test_noted_facts after insert on facts for each row execute function test_note_fact();
