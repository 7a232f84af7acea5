-- The rows of one booking, in one transaction, without anybody who looks at anything first.
select nextval('bench_bookings') as n \gset
\set host mod(:n, 64)
\set slot :n / 64
begin;
select gen_random_uuid() as event, gen_random_uuid() as invitee \gset
insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id, seats_taken)
  select organization_id, membership_id, tstzrange(start, start + interval '5 minutes'), start, start + interval '5 minutes', 'meeting', :event::uuid, event_type_id, 1
  from bench_hosts, (select '2036-01-01 00:00+00'::timestamptz + :slot * interval '5 minutes') as time(start) where place = :host
  on conflict do nothing;
insert into scheduled_events (id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, location, is_joinable, seats, invitees_total, invitees_active, created_at, updated_at)
  select :event::uuid, organization_id, event_type_id, 'Meeting', 'active', start, start + interval '5 minutes', start, start + interval '5 minutes', null, false, 1, 1, 1, now(), now()
  from bench_hosts, (select '2036-01-01 00:00+00'::timestamptz + :slot * interval '5 minutes') as time(start) where place = :host;
insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
  select organization_id, :event::uuid, membership_id, 1, '2036-01-01 00:00+00'::timestamptz + :slot * interval '5 minutes', now() from bench_hosts where place = :host;
insert into invitees (id, organization_id, scheduled_event_id, person, email, name, status, timezone, answers, tracking, guests, scheduling_method, scheduled_by, created_at, updated_at)
  select :invitee::uuid, organization_id, :event::uuid, sha256(:n::text::bytea), 'invitee@client.test', 'Demo Invitee', 'active', 'Europe/Stockholm', '[]', '{"utm_campaign": null,"utm_source": null,"utm_medium": null,"utm_content": null,"utm_term": null,"crm_uuid": null}', '{}', 'api', booker_id, now(), now()
  from bench_hosts where place = :host;
insert into facts (id, organization_id, name, actor_type, actor_id, subject, person, occurred_at)
  select gen_random_uuid(), organization_id, 'invitee.created', 'user', booker_id, (select subject from bench_fact), sha256(:n::text::bytea), now() from bench_hosts where place = :host;
commit;
