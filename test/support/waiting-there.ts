import assert from 'node:assert/strict'
import { acceptBookingRequest } from '#bookings/index.ts'
import { idInUri } from '#contract/wire.ts'
import type { TestApp } from './app.ts'
import { type CalcomContent, waiting } from './calcom-content.ts'
import { lastPart, type Person } from './cast.ts'
import { assertInvariants } from './invariants.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

const requestsOf = async (app: TestApp, { token }: Person): Promise<Json[]> =>
  (await app.ask('GET /booking_requests', { token, query: { count: '100' } })).body.collection

const meetingsNamed = async (app: TestApp, { token, principal }: Person, name: string): Promise<Json[]> => {
  const organization = `${app.context.links.api}/organizations/${principal.organizationId}`
  const all = await app.ask('GET /scheduled_events', { token, query: { organization, count: '100' } })
  return all.body.collection.filter((one: Json) => one.name === name)
}

/** From either source: bookings that wait there wait here, once, and decisions of both sides are kept. */
export const assertRequestsCome = async (
  app: TestApp,
  person: Person,
  content: CalcomContent,
  bring: () => Promise<Json>,
): Promise<void> => {
  const { organizationId } = person.principal
  const report = await bring()
  assert.equal(report.state, 'finished', JSON.stringify(report))
  const codes = report.remark_codes.map(({ code }: Json) => code)
  assert.ok(codes.includes('waiting_there') && codes.includes('confirmation_there'), codes.join())
  assert.equal(report.counts.find(({ kind }: Json) => kind === 'booking_requests')?.created, 2)
  const types = await app.context.database.reader
    .selectFrom('event_types')
    .select(['name', 'booking_rules as rules'])
    .where('organization_id', '=', organizationId)
    .where('booking_rules', 'is not', null)
    .execute()
  assert.deepEqual(
    types.map(({ name, rules }) => [name, JSON.parse(rules ?? '').approval]),
    [['Type 7', { hours: 168 }]],
  )

  const requests = await requestsOf(app, person)
  assert.deepEqual(
    requests
      .map(({ state, waits_for, name, start_time, invitee }) => [
        state,
        waits_for,
        name,
        start_time.slice(0, 16),
        invitee.email,
      ])
      .sort(),
    [
      ['open', 'approval', 'Type 5', '2026-03-10T15:00', `waiting.${waiting.seat}@client.test`],
      ['open', 'approval', 'Type 7', '2026-03-09T15:00', `waiting.${waiting.coming}@client.test`],
    ],
  )
  const own = requests.find(({ name }) => name === 'Type 7')
  assert.deepEqual(own.invitee.event_guests, [`guest.${waiting.coming}@client.test`])
  assert.deepEqual([own.location.type, own.location.join_url], ['zoom', null])
  assert.equal(own.event_memberships[0].user_email.split('@')[0], 'host.8')
  for (const id of Object.values(waiting)) assert.deepEqual(await meetingsNamed(app, person, `Waiting ${id}`), [])
  await assertInvariants(app.context.database, organizationId)

  // The same again changes nothing.
  await bring()
  assert.deepEqual(await requestsOf(app, person), requests)

  // One is accepted there, the other here: each becomes a meeting, once.
  const bookings = (content.Booking ?? []) as Json[]
  const there = bookings.find(({ id }) => id === waiting.seat)
  there.status = 'accepted'
  await app.run(acceptBookingRequest, person.principal, { uuid: lastPart(own.uri) })
  const mine = bookings.find(({ id }) => id === waiting.coming)
  mine.status = 'accepted'
  const last = await bring()
  assert.ok(last.remark_codes.some(({ code }: Json) => code === 'request_decided'))
  assert.equal((await meetingsNamed(app, person, `Waiting ${waiting.seat}`)).length, 1)
  assert.equal((await meetingsNamed(app, person, `Waiting ${waiting.coming}`)).length, 0)
  assert.equal((await meetingsNamed(app, person, 'Type 7')).length, 1)
  assert.deepEqual(
    (await requestsOf(app, person)).map(({ uri, state }) => [idInUri(uri), state]),
    [[idInUri(own.uri), 'confirmed']],
  )
  await assertInvariants(app.context.database, organizationId)
}
