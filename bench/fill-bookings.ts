// Run by the bench in a process of its own, on the database that `fill.ts` has filled: a second organization whose
// hosts can be booked at any time, and meetings that were booked long ago, some in this one and many in the first.

import { createContext } from '#app.ts'
import { scopes } from '#contract/scopes.ts'
import { createEventType, updateEventTypeAvailabilitySchedule } from '#event-types/index.ts'
import type { Operation } from '#execution/operation.ts'
import { perform, performOpen, type RawInput } from '#execution/perform.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import {
  actingAs,
  addOrganizationMember,
  findOrganization,
  findOwner,
  foundOrganization,
  listAllOrganizations,
} from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'
import { pastEvents } from './past-events.ts'

const hostCount = 64
const many = Number(process.env.BENCH_EVENTS)
const few = Math.min(10_000, many / 10)

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
  const member = {
    name: `Demo Host ${number}`,
    email: `host${number}@acme.test`,
    role: 'user',
    timezone: 'UTC',
    password_hash: null,
  }
  await run(addOrganizationMember, member)
  const [row] = await database.session((session) =>
    session.query<{ id: string }>('select id from users where email = $1', [member.email]),
  )
  const { uri } = await run(createEventType, {
    owner: row?.id,
    name: `Meeting ${number}`,
    active: true,
    duration: 5,
    scheduling_rules: { start_time_increment: 5, minimum_notice: 0, booking_window: { type: 'unlimited' } },
  })
  await run(updateEventTypeAvailabilitySchedule, {
    event_type: uri,
    availability_rule: { timezone: 'UTC', user: row?.id, rules: always },
  })
  eventTypes.push(uri)
}

for (const [id, count] of [[organizationId, few] as const, [first.id, many] as const])
  await database.session((session) => session.run(pastEvents(id, count)))
for (const table of ['scheduled_events', 'scheduled_event_hosts', 'invitees', 'taken_spans'])
  await database.session((session) => session.run(`vacuum (analyze) ${table}`))

console.log(JSON.stringify({ token: secret, organization: organizationId, eventTypes }))
await database.close()
