// Run by the bench in a process of its own: brings an empty database up to this release, and fills it with one
// organization of 2,000 members. Prints what the load needs to know.

import { createContext } from '#app.ts'
import { scopes } from '#contract/scopes.ts'
import { createEventType, createSharedEventType, updateEventTypeAvailabilitySchedule } from '#event-types/index.ts'
import { perform, performOpen } from '#execution/perform.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { actingAs, findOrganization, findOwner, foundOrganization } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'

const memberCount = 2_000
const manyMeetings = Number(process.env.BENCH_MEETINGS)

const config = readConfig()
const database = openPostgres(config.databaseUrl ?? '', (error) => {
  throw error
})
await migrate(database, await readMigrations())
const context = await createContext(config, database, systemClock)

const founded = await performOpen(context, foundOrganization, {
  name: 'Demo Owner',
  email: 'owner@acme.test',
  organization: 'Acme Lisbon',
  timezone: 'Europe/Lisbon',
  password_hash: null,
})
const organizationId = founded.organization.uri.split('/').at(-1) ?? ''
await database.session((session) => session.run(manyMembers(organizationId, memberCount - 1)))

const owner = await findOwner(database.reader, organizationId)
const organization = await findOrganization(database.reader, organizationId)
if (!owner || !organization) throw new Error('The organization that was just founded cannot be found.')
const acting = actingAs(owner, organization)
const made = await perform(context, createPersonalAccessToken, acting, {
  path: {},
  query: {},
  body: { name: 'bench', scopes },
})
const { secret } = (made as { result: { secret: string } }).result

const longAgo = "date_trunc('hour', now()) - interval '4 years'"

/** An event type that can be booked, whose host has many meetings, all of them long ago. */
const anEventType = async (
  owner: string,
  meetings: number,
): Promise<{ readonly uri: string; readonly scheduling_url: string }> => {
  const body = { owner, name: `After ${meetings} meetings`, active: true }
  const { result } = (await perform(context, createEventType, acting, { path: {}, query: {}, body })) as {
    result: { uri: string; scheduling_url: string }
  }
  await database.session((session) => session.run(meetingsOf(organizationId, owner, meetings, longAgo)))
  return result
}
const [quiet, busy] = (
  await database.session((session) =>
    session.query<{ user_id: string }>("select user_id from organization_memberships where role = 'user' limit 2"),
  )
).map(({ user_id }) => user_id)
const few = await anEventType(quiet ?? '', 10)
const many = await anEventType(busy ?? '', manyMeetings)
const worst = await theWorstType()
await database.session((session) => session.run('analyze'))

const [server] = await database.session((session) => session.query<{ server_version: string }>('show server_version'))
console.log(
  JSON.stringify({
    postgres: server?.server_version,
    token: secret,
    organization: organizationId,
    user: owner.user.id,
    eventTypes: { few: few.uri, many: many.uri, worst },
    page: few.scheduling_url,
  }),
)
await database.close()

/**
 * Not by our own operations: two thousand transactions, each with its sync, would take longer than the bench. They came
 * one after the other, and changed something later.
 */
function manyMembers(organizationId: string, count: number): string {
  return `
    with people as (
      insert into users (id, name, email, slug, timezone, created_at, updated_at)
      select gen_random_uuid(), 'Demo Member ' || n, 'member' || n || '@acme.test', 'demo-member-' || n, 'Europe/Lisbon',
        now() - n * interval '10 hours 7 minutes 3.217 seconds', now() - n * interval '3 hours 2 minutes 1.013 seconds'
      from generate_series(1, ${count}) n
      returning id, created_at, updated_at
    )
    insert into organization_memberships (id, organization_id, user_id, role, created_at, updated_at)
    select gen_random_uuid(), '${organizationId}', id, 'user', created_at + interval '3 days', updated_at + interval '1 day' from people;
    analyze`
}

/** A quarter of an hour each, one behind the other. */
function meetingsOf(organizationId: string, userId: string, count: number, from: string): string {
  return `
    insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id)
    select organization_id, id, tstzrange(start, start + interval '15 minutes'), start, start + interval '15 minutes', 'meeting', gen_random_uuid()
    from organization_memberships,
      (select ${from} + n * interval '15 minutes' as start from generate_series(1, ${count}) n) as times
    where organization_id = '${organizationId}' and user_id = '${userId}'`
}

/**
 * Ten hosts in turn, a hundred rules each with six stretches a day, a start every five minutes, and five thousand
 * meetings of theirs in the coming month.
 */
async function theWorstType(): Promise<string> {
  const members = await database.session((session) =>
    session.query<{ user_id: string }>(
      "select user_id from organization_memberships where role = 'user' offset 10 limit 10",
    ),
  )
  const userIds = members.map(({ user_id }) => user_id)
  const body = {
    owner: userIds[0],
    name: 'Worst',
    active: true,
    sharing: 'round_robin',
    hosts: userIds.map((user) => ({ user })),
    duration: 15,
    scheduling_rules: { start_time_increment: 5, max_per_day: 1000 },
  }
  const { result } = (await perform(context, createSharedEventType, acting, { path: {}, query: {}, body })) as {
    result: { uri: string }
  }
  const clock = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const intervals = Array.from({ length: 6 }, (_, index) => ({
    from: clock(index * 240),
    to: clock(index * 240 + 200),
  }))
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((wday) => ({
    type: 'wday',
    wday,
    intervals,
  }))
  const dateIn = (daysAhead: number): string =>
    new Date(systemClock.now().getTime() + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const dates = Array.from({ length: 93 }, (_, index) => ({ type: 'date', date: dateIn(index), intervals }))
  for (const user of userIds) {
    const hours = {
      event_type: result.uri,
      availability_rule: { timezone: 'America/New_York', user, rules: [...days, ...dates] },
    }
    await perform(context, updateEventTypeAvailabilitySchedule, acting, { path: {}, query: {}, body: hours })
    await database.session((session) =>
      session.run(meetingsOf(organizationId, user, 500, "date_trunc('day', now()) + interval '4 days'")),
    )
  }
  return result.uri
}
