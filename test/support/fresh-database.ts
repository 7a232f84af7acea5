import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { consolePages } from '#console/serve-console.ts'
import type { Database } from '#platform/db/database.ts'
import { operationsIn } from './api-document.ts'
import { type TestApp, testApp } from './app.ts'
import { aCast, aGroup, type Cast } from './cast.ts'
import { newDatabase } from './databases.ts'
import { fillOrganization } from './many-meetings.ts'
import { aPublishedForm, aSubmission } from './routing.ts'
import { noting, type RanStatement, rowsReadBy } from './rows-read.ts'
import { signedInAs } from './visitor.ts'

/**
 * What a page or a list may read, in rows: a page of meetings with all that is shown of them, and each meeting a few
 * times.
 */
const allowedRows = (meetings: number): number => 5_000 + 40 * meetings

/** One statement is what others wait for on the embedded database. */
const allowedByStatement = (meetings: number): number => 5_000 + 10 * meetings

export const freshDatabaseTest = (sizes: readonly number[]): void => {
  describe('on a database that was never analyzed, a page or a list reads each meeting a few times at most', () => {
    for (const meetings of sizes)
      test(`with ${meetings} meetings`, async () => {
        const measured = await measureFreshDatabase(meetings)
        for (const { address, rows, milliseconds } of measured
          .toSorted((one, other) => other.rows - one.rows)
          .slice(0, 8))
          console.log(`${meetings} meetings: ${milliseconds.toFixed(0)} ms, ${Math.round(rows)} rows, ${address}`)
        for (const { address, status, rows, worst } of measured) {
          assert.ok(status < 400, `${address}: ${status}`)
          assert.ok(
            rows <= allowedRows(meetings),
            `${address} reads ${rows} rows, ${worst.rows} of them by ${worst.sql}`,
          )
          assert.ok(
            worst.rows <= allowedByStatement(meetings),
            `${address}: ${worst.rows} rows are read by ${worst.sql}`,
          )
        }
      })
  })
}

interface Measured {
  readonly address: string
  readonly status: number
  readonly milliseconds: number
  readonly rows: number
  /** The statement that reads the most, and how many rows. */
  readonly worst: { readonly rows: number; readonly sql: string }
}

/**
 * Every page of the console and every list of the API on a database of its own that was never analyzed: an owner with
 * so many meetings, and as many facts, mails and submissions of a routing form.
 */
const measureFreshDatabase = async (meetings: number): Promise<readonly Measured[]> => {
  const statements: RanStatement[] = []
  const database = await newDatabase()
  try {
    const app = await testApp({ through: () => noting(database, statements) })
    const cast = await aCast(app)
    await fillOrganization(app, cast, { users: 1, meetings, from: '2026-03-01T09:00:00Z' })
    const form = await aPublishedForm(app, cast.owner)
    await aSubmission(app, form)
    await database.session((session) => session.run(toOwner(cast)))
    const visitor = await signedInAs(app, cast.owner)
    const measured: Measured[] = []
    for (const address of await addressesIn(app, cast, form.id)) {
      statements.length = 0
      const began = performance.now()
      const { status } = address.startsWith('/app')
        ? await visitor.get(address)
        : await app.ask(`GET ${address}`, { token: cast.owner.token })
      const milliseconds = performance.now() - began
      const counts = await countRows(database, [...statements])
      const [worst = { rows: 0, sql: '' }] = counts.toSorted((one, other) => other.rows - one.rows)
      measured.push({
        address,
        status,
        milliseconds,
        rows: counts.reduce((sum, { rows, times }) => sum + rows * times, 0),
        worst,
      })
    }
    return measured
  } finally {
    await database.close()
  }
}

/** Of a statement that ran many times, a few runs are counted: an export reads hundreds of pages. */
const countRows = async (database: Database, statements: readonly RanStatement[]) => {
  const bySql = new Map<string, RanStatement[]>()
  for (const statement of statements) bySql.set(statement.sql, [...(bySql.get(statement.sql) ?? []), statement])
  return Promise.all(
    [...bySql].map(async ([sql, runs]) => {
      const some = runs.slice(0, 3)
      let rows = 0
      for (const run of some) rows += await rowsReadBy(database, run)
      return { sql, rows: rows / some.length, times: runs.length }
    }),
  )
}

const toOwner = ({ owner, organizationId }: Cast): string => `
  update scheduled_event_hosts set membership_id = '${owner.membershipId}';
  update taken_spans set membership_id = '${owner.membershipId}';
  insert into facts (id, organization_id, name, actor_type, actor_id, subject, occurred_at, person, announce_at, log_at)
  select gen_random_uuid(), organization_id, 'invitee.created', 'user', '${owner.membershipId}', jsonb_build_object('uri', id), created_at, person, null, null
  from invitees;
  insert into activity_log (organization_id, position, fact_id, occurred_at, namespace, action, actor_type, actor_name, salt, subject_digest, hash, words)
  select organization_id, row_number() over (), id, occurred_at, 'Invitee', 'Created', 'system', 'Openslot', '', '', '', 'invitee'::tsvector
  from facts where organization_id = '${organizationId}' and name = 'invitee.created';
  insert into mails (id, organization_id, kind, recipient, persons, status, attempts, sent_at, created_at)
  select gen_random_uuid(), organization_id, 'booked', email, array[person], 'sent', 1, created_at, created_at from invitees;
  insert into routing_form_submissions
  select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'sent_key', invitees.person))).*
  from routing_form_submissions as model, invitees where model.organization_id = '${organizationId}'`

/** A stream, the way back from a consent that nobody gave, and pages of one thing that is not in a list. */
const notPages = new Set([
  '/app/meetings/changes',
  '/app/calendars',
  '/app/calendars/conferences',
  '/app/calendars/changes/:id',
  '/app/calendars/consent',
  '/app/calendars/conferences/consent',
  '/app/integrations/changes/:id',
  '/app/developers/webhooks/:id',
  '/app/organization/imports/:id',
  '/app/types/:id/preview/:start',
  '/app/meetings/new/:type/:start',
  '/app/meetings/:id/move/:who/:start',
  '/app/welcome/:code',
])

const addressesIn = async (
  app: TestApp,
  { owner, organization, organizationId }: Cast,
  form: string,
): Promise<readonly string[]> => {
  const [event] = (await app.ask('GET /scheduled_events', { token: owner.token, query: { organization } })).body
    .collection
  const [type, id] = [event.event_type as string, (event.uri as string).split('/').at(-1)]
  const group = await aGroup(app, owner)
  const texts = { en: { subject: 'Soon', body: 'See you soon' } }
  const rule = await app.ask('POST /message_rules', {
    token: owner.token,
    body: { trigger: 'booked', audience: 'invitee', texts },
  })
  const within = 'start_time=2026-03-03T00:00:00Z&end_time=2026-03-10T00:00:00Z'
  const idOf = (path: string): string | undefined =>
    path.startsWith('/app/types/')
      ? type.split('/').at(-1)
      : path.startsWith('/app/availability/')
        ? owner.membershipId
        : path.startsWith('/app/meetings/')
          ? id
          : path.startsWith('/app/forms/')
            ? form
            : path.startsWith('/app/messages/')
              ? (rule.body.resource.uri as string).split('/').at(-1)
              : undefined
  const pages = Object.keys(consolePages).flatMap((address) => {
    const [method, path = ''] = address.split(' ')
    if (method !== 'GET' || notPages.has(path)) return []
    const filled = path
      .replaceAll(/:(?:id|schedule)/g, () => idOf(path) ?? ':')
      .replace(':type', type.split('/').at(-1) ?? ':')
      .replace(':who', 'all')
      .replace(':month', '2026-03?timezone=UTC')
    assert.ok(!filled.includes(':'), `${path} is not measured: fill its address, or say above why it is no page`)
    return [filled]
  })
  const search = ['q=zzz', 'q=Invitee', 'q=Invitee&state=past', 'q=zzz&who=all', 'q=Demo&who=all&state=canceled']
  const views = ['view=week', 'view=day', 'who=all', 'state=past', 'state=canceled', `open=${id}`, 'view=week&q=zzz']
  const days = 'from=2026-02-01&to=2026-12-31&state=all'
  const figures = [
    'only=missed',
    'only=canceled',
    'only=lead-1',
    'only=hour-9',
    'only=weekday-1',
    'only=booked',
    `type=${type.split('/').at(-1)}`,
    `host=${owner.id}`,
  ]
  const lists = [
    '',
    'count=100',
    'status=active&sort=start_time:desc',
    'status=canceled',
    'invitee_email=invitee.7@client.test',
    'min_start_time=2026-03-04T00:00:00Z',
  ]
  const addresses = [
    ...pages,
    ...[...search, ...views, ...figures.map((figure) => `${days}&${figure}`)].map((query) => `/app/meetings?${query}`),
    '/app/organization/activity?q=invitee',
    '/app/organization/mail?q=client',
    ...lists.flatMap((query) => [
      `/scheduled_events?organization=${organization}&${query}`,
      `/scheduled_events?user=${owner.uri}&${query}`,
    ]),
    `/scheduled_events?group=${group.uri}`,
    `/scheduled_events/${id}/invitees`,
    `/user_busy_times?user=${owner.uri}&${within}`,
    `/event_type_available_times?event_type=${type}&${within}`,
    `/event_type_availability_schedules?event_type=${type}`,
    `/event_type_memberships?event_type=${type}`,
    `/event_type_time_explanations?event_type=${type}&start_time=2026-03-03T09:00:00Z&timezone=UTC`,
    `/event_type_day_explanations?event_type=${type}&date=2026-03-03&timezone=UTC`,
    `/routing_form_submissions?organization=${organization}`,
    `/routing_form_submissions?form=${app.context.links.api}/routing_forms/${form}&count=100`,
    `/event_types?organization=${organization}`,
    `/event_types?user=${owner.uri}`,
    `/user_availability_schedules?user=${owner.uri}`,
    `/locations?user=${owner.uri}`,
    `/shares?user=${owner.uri}`,
    '/message_rules',
    `/booking_requests?organization=${organization}`,
    `/booking_requests?user=${owner.uri}&state=open`,
    `/waiting_list_entries?organization=${organization}`,
    `/waiting_list_entries?user=${owner.uri}&state=waiting`,
    `/conference_accounts?user=${owner.uri}`,
    '/payment_accounts',
    `/payments?organization=${organization}&state=booked`,
    ...[
      'groups',
      'group_relationships',
      'teams',
      'routing_forms',
      'organization_memberships',
      'organization_invitations',
      'imports',
      'activity_log_entries',
      'outgoing_communications',
    ].map((list) => `/${list}?organization=${organization}`),
    `/activity_log_entries?organization=${organization}&search_term=invitee`,
    `/organizations/${organizationId}/invitations`,
    `/webhook_subscriptions?organization=${organization}&scope=organization`,
    `/calendar_connections?user=${owner.uri}`,
    `/organization_memberships?organization=${organization}&email=${randomUUID()}@client.test`,
  ]
  for (const list of await listsOf(app)) {
    const pattern = new RegExp(`^${list.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
    assert.ok(
      addresses.some((address) => pattern.test(address)),
      `${list} is not measured`,
    )
  }
  return addresses
}

/** As the OpenAPI document writes their addresses. */
const listsOf = async (app: TestApp): Promise<readonly string[]> =>
  operationsIn((await app.ask('GET /openapi.json')).body).flatMap(({ method, path, operation }) =>
    method === 'GET' && JSON.stringify(operation.responses?.['200'] ?? {}).includes('ollection') ? [path] : [],
  )
