// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { bookThroughLink, rescheduleScheduledEvent } from '#bookings/index.ts'
import { createSchedulingLink } from '#event-types/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { codeIn } from '../../support/booking-links.ts'
import { aBooking, anInviteeNamed, aSharedType, bookingOf, hours } from '../../support/bookings.ts'
import { aCast, aGroup, aMember } from '../../support/cast.ts'
import { countingDatabase, type Tally } from '../../support/counting-database.ts'
import { anEventType } from '../../support/event-types.ts'

const app = await testApp()
const tally: Tally = { reads: 0, writes: 0 }
let statements = 0
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements += 1
    return result
  },
}
const watched = await testApp({
  through: (database) => {
    const counted = countingDatabase(tally)(database)
    return {
      ...counted,
      write: (work) =>
        counted.write((tx) =>
          work((tx as unknown as { withPlugin(plugin: KyselyPlugin): typeof tx }).withPlugin(counting)),
        ),
    }
  },
})
const { owner, colleague, organization } = await aCast(app)
const later = hours()

/**
 * The work of the database: reads, transactions, and the statements in them. The token lookup is not counted, nor is
 * the statement by which tests watch a transaction.
 */
const costOf = async (
  work: () => Promise<unknown>,
  { tokens = 1 } = {},
): Promise<readonly [reads: number, transactions: number, statements: number]> => {
  Object.assign(tally, { reads: 0, writes: 0 })
  statements = 0
  await work()
  return [tally.reads - tokens, tally.writes, statements - tally.writes]
}
const ask = async (
  address: string,
  status: number,
  asked: { readonly body?: object; readonly query?: Readonly<Record<string, string>> } = {},
  token = colleague.token,
) => assertStatus(await watched.ask(address, { token, ...asked }), status)

/** Each statement is a round trip while the hosts are locked: so many at most, in one transaction. */
const assertAtMost = (
  [reads, transactions, count]: readonly [number, number, number],
  statements: number,
  about = '',
): void => {
  assert.deepEqual([reads, transactions], [0, 1], about)
  assert.ok(count <= statements, `${about} ${count} statements, at most ${statements}`)
}

describe('the cost of bookings', () => {
  test('a booking: one transaction of three statements (find, lock, write), one more where other bookings matter, and one to tell who joined', async () => {
    const hosts = await Promise.all([1, 2, 3].map(() => aMember(app, owner)))
    const group = await aSharedType(app, owner, 'group', { seats: 3 })
    const start_time = later()
    await aBooking(app, owner, group, { start_time })
    for (const [eventType, at, statements] of [
      [await anEventType(app, owner, { active: true, locations: [{ kind: 'zoom_conference' }] }), later(), 3],
      [await anEventType(app, owner, { active: true, scheduling_rules: { max_per_day: 3 } }), later(), 4],
      [group, start_time, 5],
      [await aSharedType(app, owner, 'collective', { hosts }), later(), 3],
      [await aSharedType(app, owner, 'round_robin', { hosts }), later(), 4],
    ] as const) {
      const body = bookingOf(eventType, { start_time: at, event_guests: ['boss@client.test'] })
      assertAtMost(await costOf(() => ask('POST /invitees', 200, { body }, owner.token)), statements)
    }
  })

  test('through a link, one statement more: to find the link', async () => {
    const eventType = await anEventType(app, colleague, { active: true })
    const { booking_url } = await app.run(createSchedulingLink, colleague.principal, {
      max_event_count: 1,
      owner: eventType.uri,
      owner_type: 'EventType',
    })
    const booking = { code: codeIn(booking_url), start_time: later(), invitee: anInviteeNamed() }
    assertAtMost(await costOf(() => watched.runOpen(bookThroughLink, booking), { tokens: 0 }), 4)
  })

  test('reads: at most one statement, as each is a round trip; at most two where access is checked separately', async () => {
    const eventType = await anEventType(app, colleague, { active: true })
    const one = await aBooking(app, colleague, eventType, { start_time: later() })
    const { uri } = (
      await app.ask('POST /invitee_no_shows', { token: colleague.token, body: { invitee: one.invitee.uri } })
    ).body.resource
    const reads = async (most: number, ...asked: Parameters<typeof ask>): Promise<void> => {
      const [count, transactions] = await costOf(() => ask(...asked))
      assert.equal(transactions, 0, asked[0])
      assert.ok(count <= most, `${asked[0]}: ${count} statements, at most ${most}`)
    }
    for (const address of ['GET /scheduled_events', `GET ${one.event}`, `GET ${one.invitee.uri}`, `GET ${uri}`])
      await reads(1, address, 200)
    await reads(2, `GET ${one.event}/invitees`, 200)
    const group = await aGroup(app, owner)
    for (const [most, query] of [
      [1, { organization }],
      [2, { organization, user: colleague.uri }],
      [2, { organization, group: group.uri }],
    ] as const)
      await reads(most, 'GET /scheduled_events', 200, { query }, owner.token)
  })

  test('changes: few, and as many for any number of invitees', async () => {
    const group = await aSharedType(app, colleague, 'group', { seats: 20 })
    const [start_time, other] = [later(), later()]
    const booked = []
    for (let index = 0; index < 5; index += 1) booked.push(await aBooking(app, colleague, group, { start_time }))
    const [one, two, three] = booked
    assert.ok(one && two && three)
    assertAtMost(await costOf(() => ask(`POST /invitees/${one.inviteeId}/no_show`, 200)), 4)
    assertAtMost(await costOf(() => ask(`POST /invitees/${two.inviteeId}/cancellation`, 200)), 4)
    assertAtMost(
      await costOf(() => ask(`POST /invitees/${three.inviteeId}/reschedule`, 200, { body: { start_time: other } })),
      9,
    )
    // One of them to ask whether requests hold seats there.
    assertAtMost(await costOf(() => ask(`POST ${one.event}/cancellation`, 200)), 4)
  })

  test('a meeting is moved with as many statements for twenty guests as for two: eleven; one more where some came through links', async () => {
    const group = await aSharedType(app, colleague, 'group', { seats: 20 })
    for (const [guests, links, expected] of [
      [2, 0, 11],
      [20, 0, 11],
      [20, 3, 12],
    ] as const) {
      const [start_time, other] = [later(), later()]
      for (let index = 0; index < links; index += 1) {
        const { booking_url } = await app.run(createSchedulingLink, colleague.principal, {
          max_event_count: 1,
          owner: group.uri,
          owner_type: 'EventType',
        })
        await app.runOpen(bookThroughLink, { code: codeIn(booking_url), start_time, invitee: anInviteeNamed() })
      }
      let event = ''
      for (let index = links; index < guests; index += 1)
        event = (await aBooking(app, colleague, group, { start_time, event_guests: ['boss@client.test'] })).eventId
      const move = () => watched.run(rescheduleScheduledEvent, colleague.principal, { uuid: event, start_time: other })
      assertAtMost(await costOf(move, { tokens: 0 }), expected, `${guests} guests:`)
    }
  })
})
