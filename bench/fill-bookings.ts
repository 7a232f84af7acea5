// Run by the bench in a process of its own, on the database that `fill.ts` has filled: a second organization whose hosts can be
// booked at any time, and meetings that were booked long ago, ten thousand in this one and a million in the first.

import { createContext } from '#app.ts'
import type { Operation } from '#contract/operation.ts'
import { scopes } from '#contract/scopes.ts'
import { createEventType, updateEventTypeAvailabilitySchedule } from '#event-types/index.ts'
import { perform, performOpen, type RawInput } from '#execution/perform.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { actingAs, addOrganizationMember, findOrganization, findOwner, foundOrganization, listAllOrganizations } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'

const hostCount = 64
const few = 10_000
const many = Number(process.env.BENCH_EVENTS ?? 1_000_000)

const config = readConfig()
const database = openPostgres(config.databaseUrl ?? '', (error) => {
  throw error
})
const context = await createContext(config, database, systemClock)
const [first] = await listAllOrganizations(database.reader)
if (!first) throw new Error('There is no organization to fill.')

const founded = await performOpen(context, foundOrganization, {
  name: 'Demo Booker',
  email: 'booker@acme.test',
  organization: 'Acme Porto',
  timezone: 'UTC',
  password_hash: null,
})
const organizationId = founded.organization.uri.split('/').at(-1) ?? ''
const owner = await findOwner(database.reader, organizationId)
const organization = await findOrganization(database.reader, organizationId)
if (!owner || !organization) throw new Error('The organization that was just founded cannot be found.')
const acting = actingAs(owner, organization)
// biome-ignore lint/suspicious/noExplicitAny: what the operations answer is known where it is used.
const run = async (operation: Operation, body: RawInput['body']): Promise<any> =>
  ((await perform(context, operation, acting, { path: {}, query: {}, body })) as { result: unknown }).result

const { secret } = await run(createPersonalAccessToken, { name: 'bench', scopes })

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const always = days.map((wday) => ({ type: 'wday', wday, intervals: [{ from: '00:00', to: '24:00' }] }))
const eventTypes: string[] = []
for (let number = 0; number < hostCount; number += 1) {
  const member = { name: `Demo Host ${number}`, email: `host${number}@acme.test`, role: 'user', timezone: 'UTC', password_hash: null }
  await run(addOrganizationMember, member)
  const [row] = await database.session((session) => session.query<{ id: string }>('select id from users where email = $1', [member.email]))
  const { uri } = await run(createEventType, {
    owner: row?.id,
    name: `Meeting ${number}`,
    active: true,
    duration: 5,
    scheduling_rules: { start_time_increment: 5, minimum_notice: 0, booking_window: { type: 'unlimited' } },
  })
  await run(updateEventTypeAvailabilitySchedule, { event_type: uri, availability_rule: { timezone: 'UTC', user: row?.id, rules: always } })
  eventTypes.push(uri)
}

for (const [id, count] of [[organizationId, few] as const, [first.id, many] as const]) await database.session((session) => session.run(pastEvents(id, count)))
for (const table of ['scheduled_events', 'scheduled_event_hosts', 'invitees', 'taken_spans'])
  await database.session((session) => session.run(`vacuum (analyze) ${table}`))

console.log(JSON.stringify({ token: secret, organization: organizationId, eventTypes }))
await database.close()

/** Each held by one of the members, with one invitee, every quarter of an hour back from a year ago; one in ten was canceled. */
function pastEvents(organizationId: string, count: number): string {
  return `
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
}
