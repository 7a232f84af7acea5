// Run by the bench in a process of its own, on an empty database of either kind: one organization of twenty members,
// made by our own operations, and as many copies of it as are wanted. Prints how to call some of them.

import { accountLink, issueSignInLink } from '#accounts/index.ts'
import { createContext, openDatabase } from '#context.ts'
import { scopes } from '#contract/scopes.ts'
import { createEventType, createSharedEventType, updateEventTypeAvailabilitySchedule } from '#event-types/index.ts'
import type { Operation } from '#execution/operation.ts'
import { perform, performOpen, type RawInput } from '#execution/perform.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { hashToken, newToken } from '#oauth/token.ts'
import {
  actingAs,
  addOrganizationMember,
  findOrganization,
  findOwner,
  foundOrganization,
} from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'
import { pastEvents } from './past-events.ts'

const { BENCH_ORGANIZATIONS = '1', BENCH_MEETINGS = '5', BENCH_FACTS = '0' } = process.env
const [organizationCount, meetings, facts] = [Number(BENCH_ORGANIZATIONS), Number(BENCH_MEETINGS), Number(BENCH_FACTS)]
const membersEach = 20
/** As many organizations are called as this at most, spread over all of them. */
const maxCalled = 500

const config = readConfig()
const database = await openDatabase(config, openLog('error'))
await migrate(database, await readMigrations())
const context = await createContext(config, database, systemClock)
const statement = (sql: string): Promise<void> => database.session((session) => session.run(sql))

const founded = await performOpen(context, foundOrganization, {
  name: 'Demo Owner',
  email: 'owner@acme.test',
  organization: 'Acme',
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

for (let number = 1; number < membersEach; number += 1)
  await run(addOrganizationMember, {
    name: `Demo Host ${number}`,
    email: `host${number}@acme.test`,
    role: 'user',
    timezone: 'UTC',
    password_hash: null,
  })
// One that is open in office hours, as most are, and one that is always open, so that a load can book it for long.
const usual = 'Office hours'
const always = 'Meeting'
await run(createEventType, { owner: owner.user.id, name: usual, active: true })
const together = 'Ten hosts'
const memberIds = await database.session((session) =>
  session.query<{ id: string }>('select id from users where id <> $1 order by email limit 9', [owner.user.id]),
)
await run(createSharedEventType, {
  owner: owner.user.id,
  name: together,
  sharing: 'collective',
  active: true,
  hosts: memberIds.map(({ id }) => ({ user: `${config.addresses.api}/users/${id}` })),
})
await run(createPersonalAccessToken, { name: 'bench', scopes })
const { uri } = await run(createEventType, {
  owner: owner.user.id,
  name: always,
  active: true,
  duration: 5,
  scheduling_rules: { start_time_increment: 5, minimum_notice: 0, booking_window: { type: 'unlimited' } },
})
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const allHours = days.map((wday) => ({ type: 'wday', wday, intervals: [{ from: '00:00', to: '24:00' }] }))
await run(updateEventTypeAvailabilitySchedule, {
  event_type: uri,
  availability_rule: { timezone: 'UTC', user: owner.user.id, rules: allHours },
})
await statement(pastEvents(organizationId, meetings))
await statement(`
  insert into taken_spans (organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id)
  select organization_id, id, tstzrange(start, start + interval '15 minutes'), start, start + interval '15 minutes', 'meeting', gen_random_uuid()
  from organization_memberships, (select date_trunc('hour', now()) + interval '5 days' as start) as time`)

/** What an organization is made of, each after what it refers to. */
const tables = [
  'organizations',
  'users',
  'organization_memberships',
  'availability_schedules',
  'event_types',
  'event_type_hosts',
  'tokens',
  'scheduled_events',
  'scheduled_event_hosts',
  'invitees',
  'taken_spans',
]
if (organizationCount > 1) for (const table of tables) await statement(await copiesOf(table))
if (facts > 0) for (const filling of history(facts)) await statement(filling)
if (process.env.BENCH_ANALYZE !== 'no')
  for (const table of [...tables, 'facts', 'mails']) await statement(`vacuum (analyze) ${table}`)

const issued = await performOpen(context, issueSignInLink, { email: owner.user.email })
const signIn = issued && accountLink(context.links, context.codes, 'sign_in', issued.uuid)
console.log(JSON.stringify({ callers: await callersOf(), signIn }))
await database.close()

/**
 * Every id becomes another one in each copy, the same wherever it stands; and what must be the only one of its kind
 * becomes so.
 */
async function copiesOf(table: string): Promise<string> {
  const columns = await database.session((session) =>
    session.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    ),
  )
  const copied = ({ name, type }: { readonly name: string; readonly type: string }): string => {
    if (type === 'uuid')
      return `overlay(overlay(md5(${name}::text || n) placing '4' from 13) placing '8' from 17)::uuid`
    if (table === 'users' && name === 'email') return `n || '.' || email`
    if (table === 'users' && name === 'slug') return `slug || '-' || n`
    if (table === 'tokens' && name === 'hash') return 'sha256(hash || n::text::bytea)'
    return name
  }
  const names = columns.map(({ name }) => name).join(', ')
  return `insert into ${table} (${names}) select ${columns.map(copied).join(', ')} from ${table}, generate_series(2, ${organizationCount}) as n`
}

/** With tokens that are known: of a copy, only a digest is there. */
async function callersOf(): Promise<readonly object[]> {
  const rows = await database.session((session) =>
    session.query<{
      organization: string
      event_type: string
      usual_type: string
      shared_type: string
      token_id: string
    }>(
      `select tokens.organization_id as organization, tokens.id as token_id, always.id as event_type, usual.id as usual_type, shared.id as shared_type
      from tokens join event_types as always using (organization_id) join event_types as usual using (organization_id)
        join event_types as shared using (organization_id)
      where always.name = '${always}' and usual.name = '${usual}' and shared.name = '${together}' order by md5(tokens.id::text) limit ${maxCalled}`,
    ),
  )
  const callers = rows.map((row) => ({ ...row, token: newToken(row.organization) }))
  await database.session((session) =>
    session.query(
      `update tokens set hash = known.hash from unnest($1::uuid[], $2::bytea[]) as known (id, hash) where tokens.id = known.id`,
      [callers.map(({ token_id }) => token_id), callers.map(({ token }) => hashToken(token))],
    ),
  )
  const base = config.addresses.api
  return callers.map(({ organization, event_type, usual_type, shared_type, token }) => ({
    token,
    organization,
    eventType: `${base}/event_types/${event_type}`,
    usualType: `${base}/event_types/${usual_type}`,
    sharedType: `${base}/event_types/${shared_type}`,
  }))
}

/**
 * What years leave behind in every organization: facts that were announced long ago, and a tenth as many mails that
 * were sent.
 */
function history(facts: number): readonly string[] {
  const spread = (rows: number): string => `
    from generate_series(1, ${Math.ceil(rows / organizationCount)}) as n cross join (
      select tokens.organization_id, tokens.membership_id, event_types.id as event_type_id from tokens join event_types using (organization_id) where event_types.name = '${usual}'
    ) as one`
  const instant = `now() - interval '3 years' + n * interval '1 minute'`
  return [
    `insert into facts (id, organization_id, name, actor_type, actor_id, subject, occurred_at, person, announce_at, log_at)
    select gen_random_uuid(), organization_id, 'invitee.created', 'user', membership_id, jsonb_build_object('uri', event_type_id, 'number', n), ${instant},
      sha256(n::text::bytea), null, null ${spread(facts)}`,
    `insert into mails (id, organization_id, kind, recipient, persons, status, attempts, sent_at, created_at)
    select gen_random_uuid(), organization_id, 'booked', null, array[sha256(n::text::bytea)], 'sent', 1, ${instant}, ${instant} ${spread(facts / 10)}`,
  ]
}
