import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Cast } from './cast.ts'
import { anEventType } from './event-types.ts'

const portion = 2_500

/**
 * Fills an organization: users with a type each, and meetings of half an hour, `every` so many minutes, of which one of
 * ten is canceled and one of twenty moved.
 */
export const fillOrganization = async (
  app: TestApp,
  { owner, organizationId, tag }: Cast,
  {
    users,
    meetings,
    from = '2020-01-01T09:00:00Z',
    every = 30,
  }: { users: number; meetings: number; from?: string; every?: number },
): Promise<void> => {
  const type = await anEventType(app, owner, { active: true })
  const at = sql`'2026-03-02T10:00:00Z'::timestamptz`
  await app.context.database.write(async (tx) => {
    await sql`create temporary table filled on commit drop as
      select number, gen_random_uuid() as user_id, gen_random_uuid() as membership_id, gen_random_uuid() as type_id from generate_series(1, ${users}::integer) as number`.execute(
      tx,
    )
    await sql`insert into users (id, name, email, slug, timezone, created_at, updated_at)
      select user_id, 'Demo Host ' || number, 'host.' || number || '.' || ${tag} || '@acme.test', 'host-' || number || '-' || ${tag}, 'Europe/Lisbon', ${at}, ${at} from filled`.execute(
      tx,
    )
    await sql`insert into organization_memberships (id, organization_id, user_id, role, created_at, updated_at)
      select membership_id, ${organizationId}::uuid, user_id, 'user', ${at}, ${at} from filled`.execute(tx)
    await sql`insert into event_types select (jsonb_populate_record(model, jsonb_build_object('id', type_id, 'owner_id', membership_id))).*
      from filled, event_types as model where model.id = ${type.id}`.execute(tx)
    await sql`insert into event_type_hosts (id, organization_id, event_type_id, membership_id, created_at, updated_at)
      select gen_random_uuid(), ${organizationId}::uuid, type_id, membership_id, ${at}, ${at} from filled`.execute(tx)
    await sql`create temporary table met on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as invitee_id, membership_id, type_id, meeting, meeting % 10 = 0 as is_canceled,
        ${from}::timestamptz + make_interval(mins => ${every}::integer * (meeting / ${users}::integer)) as starts_at
      from generate_series(1, ${meetings}::integer) as meeting join filled on filled.number = 1 + meeting % ${users}::integer`.execute(
      tx,
    )
    // No statement may take as long as a hundred thousand rows at once would.
    const portions = Array.from(
      { length: Math.ceil(meetings / portion) },
      (_, index) => sql`meeting between ${1 + index * portion} and ${(index + 1) * portion}`,
    )
    for (const these of portions) {
      await sql`insert into scheduled_events (id, organization_id, event_type_id, name, status, starts_at, ends_at, buffered_from, buffered_to, is_joinable, seats,
          invitees_total, invitees_active, canceled_by, canceler_type, canceled_at, created_at, updated_at)
        select id, ${organizationId}::uuid, type_id, 'Intro call', case when is_canceled then 'canceled' else 'active' end, starts_at, starts_at + interval '30 minutes', starts_at,
          starts_at + interval '30 minutes', false, 1, 1, case when is_canceled then 0 else 1 end, case when is_canceled then 'Demo Invitee' end,
          case when is_canceled then 'invitee' end, case when is_canceled then ${at} end, ${at} - make_interval(secs => meeting), ${at} from met where ${these}`.execute(
        tx,
      )
      await sql`insert into scheduled_event_hosts (organization_id, scheduled_event_id, membership_id, position, starts_at, created_at)
        select ${organizationId}::uuid, id, membership_id, 1, starts_at, ${at} - make_interval(secs => meeting) from met where ${these}`.execute(
        tx,
      )
      await sql`insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id)
        select ${organizationId}::uuid, membership_id, tstzrange(starts_at, starts_at + interval '30 minutes'), starts_at, starts_at + interval '30 minutes', 'meeting', id, type_id
        from met where ${these} and not is_canceled`.execute(tx)
      await sql`insert into invitees (id, organization_id, scheduled_event_id, person, email, name, status, timezone, answers, tracking, guests, canceled_by, canceler_type, canceled_at,
          created_at, updated_at)
        select invitee_id, ${organizationId}::uuid, id, decode(md5(meeting::text), 'hex'), 'invitee.' || meeting || '@client.test', 'Demo Invitee ' || meeting,
          case when is_canceled then 'canceled' else 'active' end, 'Europe/Stockholm', '[{"question":"What about?","answer":"Rain","position":0}]',
          '{"utm_campaign":null,"utm_source":"a","utm_medium":null,"utm_content":null,"utm_term":null,"crm_uuid":null}',
          case when meeting % 7 = 0 then array['guest.' || meeting || '@client.test'] else '{}' end, case when is_canceled then 'Demo Invitee' end,
          case when is_canceled then 'invitee' end, case when is_canceled then ${at} end, starts_at - make_interval(hours => 1 + meeting % 500), ${at} from met where ${these}`.execute(
        tx,
      )
    }
    for (const these of portions) {
      // Each second canceled one has moved to the meeting after it.
      await sql`update invitees set new_invitee_id = after.invitee_id from met as before join met as after on after.meeting = before.meeting + 1
        where invitees.id = before.invitee_id and before.meeting % 20 = 0 and before.${these}`.execute(tx)
      await sql`update invitees set old_invitee_id = before.invitee_id from met as before join met as after on after.meeting = before.meeting + 1
        where invitees.id = after.invitee_id and before.meeting % 20 = 0 and before.${these}`.execute(tx)
    }
  })
}
