import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { bookingOf, hours } from '../../support/bookings.ts'
import { aFounder, aMember, aToken, type Person, putOnPlan } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'

const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })

/** Somebody whose organization is on a plan, and a way to book that uses their token, or another. */
const onPlan = async (plan: string, stage = 'active') => {
  const person = await aFounder(app)
  const eventType = await anEventType(app, person, { active: true })
  await putOnPlan(app, person.principal.organizationId, plan, stage)
  const later = hours()
  const book = (token = person.token): Promise<Answer> =>
    app.ask('POST /invitees', { token, body: bookingOf(eventType, { start_time: later() }) })
  return { person, eventType, book }
}

const shown = ({ headers }: Answer) =>
  [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']].map(Number)
const refused = (seconds: number) => ({
  title: 'Too Many Requests',
  message: `Rate limit exceeded. Retry after ${seconds} seconds.`,
})
const anotherToken = ({ principal }: Person) => aToken(app, principal, scopes)
const hour = 3_600_000

describe('the limits of POST /invitees', () => {
  for (const [plan, stage] of [
    ['basic', 'active'],
    ['standard', 'trial'],
    ['enterprise', 'trial'],
  ] as const)
    test(`${plan}, ${stage}: five a day, for all tokens together; then 429 with Retry-After`, async () => {
      const { person, book } = await onPlan(plan, stage)
      const first = await book()
      assertStatus(first, 200)
      assert.deepEqual(shown(first), [5, 4, 86_400])
      for (let index = 0; index < 4; index += 1)
        assertStatus(await book(index % 2 ? person.token : await anotherToken(person)), 200)
      const sixth = await book(await anotherToken(person))
      assertAnswer(sixth, 429, refused(86_400))
      assert.deepEqual([shown(sixth), sixth.headers['retry-after']], [[5, 0, 86_400], '86400'])
      // Everything else goes on.
      assertStatus(await app.ask('GET /scheduled_events', { token: await anotherToken(person) }), 200)
    })

  test('standard: ten a minute, fifty an hour, a hundred a day; the headers show the nearest', async () => {
    const { person, book } = await onPlan('standard')
    // What is refused for another reason is counted too.
    const spend = async (size: number): Promise<void> => {
      for (let index = 0; index < size; index += 1)
        assertStatus(await app.ask('POST /invitees', { token: person.token, body: {} }), 400)
    }
    const minutes = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        await spend(10)
        app.clock.advance(60_000)
      }
    }
    assert.deepEqual(shown(await book()), [10, 9, 60])
    await spend(9)
    assertAnswer(await book(), 429, refused(60))
    app.clock.advance(60_000)
    await minutes(3)
    await spend(10)
    const overTheHour = await book()
    assertStatus(overTheHour, 429)
    assert.equal(shown(overTheHour)[0], 50)
    app.clock.advance(hour)
    await minutes(5)
    app.clock.advance(hour)
    const overTheDay = await book()
    assertStatus(overTheDay, 429)
    assert.equal(shown(overTheDay)[0], 100)
  })

  test('a colleague has limits of their own', async () => {
    const { person, eventType, book } = await onPlan('enterprise', 'trial')
    for (let index = 0; index < 5; index += 1) assertStatus(await book(), 200)
    assertStatus(await book(), 429)
    const colleague = await aMember(app, person, { role: 'admin' })
    const answer = await app.ask('POST /invitees', {
      token: colleague.token,
      body: bookingOf(eventType, { start_time: '2026-04-01T09:00:00Z' }),
    })
    assertStatus(answer, 200)
  })

  test('enterprise: five hundred a minute for a user, over all their tokens', async () => {
    const { person, book } = await onPlan('enterprise')
    const refusedBody = { token: person.token, body: {} }
    assert.deepEqual(shown(await book()), [500, 499, 60])
    for (let index = 0; index < 499; index += 1)
      assert.equal((await app.ask('POST /invitees', refusedBody)).status, 400)
    assertAnswer(await book(await anotherToken(person)), 429, refused(60))
    app.clock.advance(60_000)
    assertStatus(await book(), 200)
  })
})
