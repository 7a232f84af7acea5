import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookThroughLink } from '#bookings/index.ts'
import { Problem } from '#contract/problem.ts'
import {
  configureEventType,
  createOneOffEventType,
  createSchedulingLink,
  createShare,
  deleteEventType,
} from '#event-types/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { codeIn, linkBehind } from '../../support/booking-links.ts'
import {
  anInviteeNamed,
  aSharedType,
  asRecorded,
  bookedAs,
  eventOf,
  factsDuring,
  hours,
  inviteeOf,
} from '../../support/bookings.ts'
import { aCast, aMember, type Made } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { inventoryOf } from '../../support/inventory.ts'

const app = await testApp()
const { owner, colleague, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()

const aLink = async ({ uri }: Made, on = app): Promise<string> =>
  codeIn(
    (await on.run(createSchedulingLink, owner.principal, { max_event_count: 1, owner: uri, owner_type: 'EventType' }))
      .booking_url,
  )
const aShare = async (terms: object): Promise<string> =>
  codeIn(
    (await app.run(createShare, colleague.principal, { event_type: introCall.uri, ...terms })).scheduling_links[0]
      .booking_url,
  )
const book = async (code: string, more: object = {}, on: TestApp = app) =>
  bookedAs(await on.runOpen(bookThroughLink, { code, start_time: later(), invitee: anInviteeNamed(), ...more }))

/** The status of a refusal, and its first detail. */
const refusal = async (work: Promise<unknown>): Promise<readonly [number, string | undefined]> => {
  const problem = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(problem instanceof Problem)) throw problem ?? new Error('It was not refused.')
  return [problem.kind.status, problem.details[0]?.code ?? problem.details[0]?.parameter]
}

const gone = [404, undefined]
const filled = [400, 'already_filled']

describe('booking through a link', () => {
  test('by an anonymous visitor: no method, no booking member; the link is spent with it', async () => {
    const code = await aLink(introCall)
    const booked = await book(code)
    assert.deepEqual([booked.invitee.scheduling_method, booked.invitee.invitee_scheduled_by], [null, null])
    assert.deepEqual(await inviteeOf(app, colleague, booked), booked.invitee)
    assert.equal((await eventOf(app, colleague, booked)).status, 'active')
    assert.deepEqual((await linkBehind(app, `/d/${code}/x`))?.usedAt, app.clock.now())
    assert.deepEqual(await refusal(book(code)), gone)
  })

  test('a booking that is refused spends nothing', async () => {
    const code = await aLink(introCall)
    const start_time = later()
    await book(await aLink(introCall), { start_time })
    const before = await inventoryOf(app, organizationId)
    assert.deepEqual(await refusal(book(code, { start_time })), filled)
    assert.deepEqual(await refusal(book(code, { invitee: { email: 'x@client.test', timezone: 'UTC' } })), [
      400,
      'invitee',
    ])
    assert.deepEqual(await inventoryOf(app, organizationId), before)
    await book(code)
  })

  test('spent it stays, also when the meeting is canceled', async () => {
    const code = await aLink(introCall)
    const booked = await book(code)
    resourceOf(await app.ask(`POST ${booked.event}/cancellation`, { token: colleague.token }))
    assert.deepEqual(await refusal(book(code)), gone)
  })

  test('after its ninety days, and of a type that is off or deleted, it leads nowhere', async () => {
    const other = await testApp()
    const code = await aLink(introCall, other)
    other.clock.advance(90 * 86_400_000 - 1)
    const open = '2026-06-03T09:00:00Z'
    await book(await aLink(introCall, other), { start_time: open }, other)
    other.clock.advance(1)
    assert.deepEqual(await refusal(book(code, { start_time: '2026-06-03T10:00:00Z' }, other)), gone)

    const eventType = await anEventType(app, colleague, { active: true })
    const [off, deleted] = [await aLink(eventType), await aLink(eventType)]
    await app.run(configureEventType, owner.principal, { uuid: eventType.id, active: false })
    assert.deepEqual(await refusal(book(off)), filled)
    await app.run(deleteEventType, owner.principal, { uuid: eventType.id })
    assert.deepEqual(await refusal(book(deleted)), filled)
  })

  test('an unknown code', async () => {
    assert.deepEqual(await refusal(book('a'.repeat(26))), gone)
    assert.deepEqual(await refusal(book('')), gone)
  })

  test('a share: its name, durations, locations, hours and days, unaffected by changes to the type', async () => {
    const code = await aShare({
      name: 'For you alone',
      duration: 15,
      duration_options: [15, 45],
      period_type: 'fixed',
      start_date: '2026-03-07',
      end_date: '2026-03-08',
      location_configurations: [{ kind: 'physical', location: 'Rua Nova 1', position: 0 }],
      availability_rule: {
        timezone: 'UTC',
        rules: [{ type: 'wday', wday: 'saturday', intervals: [{ from: '09:00', to: '12:00' }] }],
      },
    })
    await app.run(configureEventType, owner.principal, { uuid: introCall.id, name: 'Renamed', duration_options: [30] })
    assert.deepEqual(await refusal(book(code, { start_time: later() })), filled)
    assert.deepEqual(await refusal(book(code, { start_time: '2026-03-14T09:00:00Z' })), filled)
    assert.deepEqual(await refusal(book(code, { start_time: '2026-03-07T09:00:00Z', duration: 30 })), [400, 'duration'])
    const booked = await book(code, { start_time: '2026-03-07T09:00:00Z', duration: 45 })
    const { name, start_time, end_time, location, event_type } = await eventOf(app, colleague, booked)
    assert.deepEqual(
      [name, start_time, end_time],
      ['For you alone', '2026-03-07T09:00:00.000000Z', '2026-03-07T09:45:00.000000Z'],
    )
    assert.deepEqual([location.location, event_type], ['Rua Nova 1', introCall.uri])
  })

  test('a one-off type: once, and then it is off', async () => {
    const host = await aMember(app, owner)
    const oneOff = await app.run(createOneOffEventType, owner.principal, {
      name: 'Panel interview',
      host: host.uri,
      co_hosts: [owner.uri],
      duration: 45,
      date_setting: { type: 'date_range', start_date: '2026-03-03', end_date: '2026-03-05' },
    })
    const code = codeIn(oneOff.scheduling_url)
    const booked = await book(code, { start_time: '2026-03-03T15:00:00Z' })
    assert.equal((await eventOf(app, host, booked)).event_memberships.length, 2)
    assert.equal(resourceOf(await app.ask(`GET ${oneOff.uri}`, { token: host.token })).active, false)
    assert.deepEqual(await refusal(book(code, { start_time: '2026-03-04T15:00:00Z' })), gone)
  })

  test('of a group: a seat with the others', async () => {
    const eventType = await aSharedType(app, owner, 'group', { seats: 2 })
    const start_time = later()
    const one = await book(await aLink(eventType), { start_time })
    assert.equal((await book(await aLink(eventType), { start_time })).event, one.event)
    assert.deepEqual(await refusal(book(await aLink(eventType), { start_time })), filled)
  })

  test('one fact, by an invitee, and about whom', async () => {
    const code = await aLink(introCall)
    let invitee: Awaited<ReturnType<typeof book>>['invitee']
    const facts = await factsDuring(app, organizationId, async () => {
      invitee = (await book(code)).invitee
    })
    const event = await eventOf(app, colleague, invitee)
    const person = app.context.persons.of(organizationId, invitee.email)
    assert.deepEqual(facts, [
      {
        name: 'invitee.created',
        actor_type: 'invitee',
        actor_id: null,
        subject: { invitee: asRecorded(invitee), scheduled_event: event },
        person,
      },
    ])
  })
})
