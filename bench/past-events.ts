/**
 * SQL for meetings of an organization, each held by one of the members, with one invitee, every minute back from a year
 * ago; one in ten was canceled.
 */
export const pastEvents = (organizationId: string, count: number): string => `
  create temporary table fill as
  with holding as (select id, row_number() over (order by id) - 1 as place, count(*) over () as hosts from organization_memberships where organization_id = '${organizationId}'),
    types as (select id from event_types where organization_id = '${organizationId}' limit 1)
  select gen_random_uuid() as id, gen_random_uuid() as invitee, holding.id as host, types.id as type, n % 10 = 0 as canceled,
    date_trunc('hour', now()) - interval '1 year' - n * interval '1 minute' as starts_at, now() - interval '2 years' + n * interval '1 second' as created_at, n
  from generate_series(1, ${count}) n join holding on holding.place = n % holding.hosts cross join types;
  insert into scheduled_events (id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, location, is_joinable, seats,
    invitees_total, invitees_active, canceled_by, canceler_type, canceled_at, created_at, updated_at)
  select id, '${organizationId}', type, 'Intro call', case when canceled then 'canceled' else 'active' end, starts_at, starts_at + interval '30 minutes', starts_at,
    starts_at + interval '30 minutes', '{"type":"physical","location":"Rua Nova 1","status":null,"join_url":null,"additional_info":null}', false, 1, 1,
    case when canceled then 0 else 1 end, case when canceled then 'Demo Host' end, case when canceled then 'host' end, case when canceled then created_at end, created_at, created_at
  from fill;
  insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
  select '${organizationId}', id, host, 1, starts_at, created_at from fill;
  insert into invitees (id, organization_id, scheduled_event_id, person, email, name, status, timezone, answers, tracking, guests, canceled_by, canceler_type, canceled_at, created_at, updated_at)
  select invitee, '${organizationId}', id, sha256(n::text::bytea), 'invitee' || n || '@client.test', 'Demo Invitee', case when canceled then 'canceled' else 'active' end,
    'Europe/Stockholm', '[]', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"crm_uuid":null}', '{}',
    case when canceled then 'Demo Host' end, case when canceled then 'host' end, case when canceled then created_at end, created_at, created_at
  from fill;
  drop table fill`
