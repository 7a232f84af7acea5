import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { scopes } from '#contract/scopes.ts'
import { write } from '#execution/operation.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { OutageGuard } from '#platform/limits/outage.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { aFounder, aMember, aToken, putOnPlan } from '../../support/cast.ts'
import { serveOwn } from '../../support/own-routes.ts'

/** As booking is limited, without the booking. */
const book = write({
  name: 'book_nothing',
  summary: 'Counts as a booking',
  scopes: ['scheduled_events:write'],
  limit: 'booking',
  input: z.object({ fail: z.string().optional() }),
  output: z.object({ done: z.boolean() }),
  run: async () => ({ done: true }),
})

const look = write({
  name: 'book_less',
  summary: 'Does not count as a booking',
  scopes: ['scheduled_events:write'],
  input: z.object({}),
  output: z.object({ done: z.boolean() }),
  run: async () => ({ done: true }),
})

const app = await testApp()
const routes = { 'POST /trial_bookings': book, 'POST /trial_looks': look }
const ask = await serveOwn(app, routes, { enabled: true })

const limits = ({ headers }: Answer) =>
  [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']].map(Number)
const refused = (seconds: number) => ({
  title: 'Too Many Requests',
  message: `Rate limit exceeded. Retry after ${seconds} seconds.`,
})
const bookBy = (token: string, on = ask) => on('POST /trial_bookings', { token, body: {} })
const lookBy = (token: string) => ask('POST /trial_looks', { token, body: {} })

const aFounderOn = async (plan: string, stage?: string) => {
  const founder = await aFounder(app)
  await putOnPlan(app, founder.principal.organizationId, plan, stage)
  return founder
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

describe('the limits of booking', () => {
  for (const [plan, stage] of [
    ['basic', 'active'],
    ['enterprise', 'trial'],
    ['standard', 'trial'],
  ] as const) {
    test(`429: the sixth in a day on ${plan}, ${stage}, and again allowed when the day ends`, async () => {
      const { token } = await aFounderOn(plan, stage)
      for (let left = 4; left >= 0; left -= 1) {
        const answer = await bookBy(token)
        assertStatus(answer, 200)
        assert.deepEqual(limits(answer), [5, left, 86_400])
      }
      app.clock.advance(hour)
      const over = await bookBy(token)
      assertAnswer(over, 429, refused(82_800))
      assert.deepEqual([limits(over), over.headers['retry-after']], [[5, 0, 82_800], '82800'])
      assertStatus(await lookBy(token), 200)
      app.clock.advance(day - hour)
      assertStatus(await bookBy(token), 200)
    })
  }

  test('429: on paid plans the eleventh in a minute, the 51st in an hour, the 101st in a day', async () => {
    const { token } = await aFounderOn('teams')
    const tenInAMinute = async () => {
      for (let count = 0; count < 10; count += 1) assertStatus(await bookBy(token), 200)
    }
    await tenInAMinute()
    assertAnswer(await bookBy(token), 429, refused(60))
    for (let round = 1; round < 5; round += 1) {
      app.clock.advance(minute)
      await tenInAMinute()
    }
    app.clock.advance(minute)
    assertAnswer(await bookBy(token), 429, refused(3600 - 5 * 60))
    app.clock.advance(hour - 5 * minute)
    for (let round = 0; round < 5; round += 1) {
      await tenInAMinute()
      app.clock.advance(minute)
    }
    const over = await bookBy(token)
    assertAnswer(over, 429, refused(86_400 - 3600 - 300))
    assert.deepEqual(limits(over), [100, 0, 86_400 - 3600 - 300])
    app.clock.advance(day - hour - 5 * minute)
    assertStatus(await bookBy(token), 200)
  })

  test('the headers show the window that is nearest to exhaustion', async () => {
    const { token } = await aFounderOn('standard')
    assert.deepEqual(limits(await bookBy(token)), [10, 9, 60])
    for (const requests of [9, 10, 10, 10, 5]) {
      for (let count = 0; count < requests; count += 1) assertStatus(await bookBy(token), 200)
      app.clock.advance(minute)
    }
    // Nine are left of the new minute, four of the hour.
    assert.deepEqual(limits(await bookBy(token)), [50, 4, 3600 - 300])
  })

  test('429: on Enterprise the 501st in a minute, of one user with many tokens; another member is not held up', async () => {
    const founder = await aFounderOn('enterprise')
    const tokens = [founder.token, ...(await Promise.all([1, 2, 3].map(() => aToken(app, founder.principal, scopes))))]
    for (let count = 0; count < 500; count += 1) {
      const { status } = await bookBy(tokens[count % 4] as string)
      if (status !== 200) assert.fail(`the ${count + 1}. was answered ${status}`)
    }
    for (const token of tokens) {
      const over = await bookBy(token)
      assertAnswer(over, 429, refused(60))
      assert.deepEqual(limits(over), [500, 0, 60])
    }
    const member = await aMember(app, founder)
    assertStatus(await bookBy(member.token), 200)
    // Each token has three quarters of its own minute left for everything else.
    assert.deepEqual(limits(await lookBy(founder.token)), [500, 374, 60])
  })

  test('the general limit holds as well: ten a minute of all requests on the free plan', async () => {
    const { token } = await aFounderOn('basic')
    for (let count = 0; count < 8; count += 1) assertStatus(await lookBy(token), 200)
    assert.deepEqual(limits(await bookBy(token)), [10, 1, 60])
    assert.deepEqual(limits(await bookBy(token)), [10, 0, 60])
    assertAnswer(await bookBy(token), 429, refused(60))
    // What the minute refused was not counted in the day.
    app.clock.advance(minute)
    assert.deepEqual(limits(await bookBy(token)), [5, 2, 86_340])
  })

  test('what is refused for another reason is counted', async () => {
    const { token } = await aFounderOn('basic')
    assertStatus(await ask('POST /trial_bookings', { token, body: { fail: 7 } }), 400)
    assert.deepEqual(limits(await bookBy(token)), [5, 3, 86_400])
  })

  test('a raised general ceiling raises the one of Enterprise; off is off', async () => {
    const enterprise = await aFounderOn('enterprise')
    const high = await serveOwn(app, routes, { enabled: true, ceiling: 100_000 })
    assert.deepEqual(limits(await bookBy(enterprise.token, high)), [100_000, 99_999, 60])
    const { token } = await aFounderOn('basic')
    const off = await serveOwn(app, routes)
    for (let count = 0; count < 7; count += 1) assertStatus(await bookBy(token, off), 200)
  })

  test('503 while the shared store is away, for limited operations; everything else goes on', async () => {
    const { token } = await aFounderOn('enterprise')
    const away: Limiter = {
      take: () => Promise.reject(new Error('The store is away.')),
      peek: () => Promise.reject(new Error('The store is away.')),
      forget: () => Promise.reject(new Error('The store is away.')),
      close: async () => {},
    }
    const silent = () => {}
    const log = { debug: silent, info: silent, warn: silent, error: silent, flush: async () => true }
    const outcomes: string[] = []
    const limiter = new OutageGuard(away, {
      store: 'redis',
      log,
      clock: app.clock,
      onAway: (outcome) => void outcomes.push(outcome),
    })
    const without = await serveOwn(app, routes, { enabled: true, limiter })
    const answer = await bookBy(token, without)
    assertStatus(answer, 503)
    assert.equal(answer.headers['retry-after'], '1')
    assert.deepEqual(limits(answer)[0], 500)
    assertStatus(await without('POST /trial_looks', { token, body: {} }), 200)
    assert.ok(outcomes.includes('refused') && outcomes.includes('counted_in_memory'))
    await limiter.close()
  })
})
