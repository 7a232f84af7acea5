import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { countAttempt, TooManyAttempts } from '#pages/too-many-attempts.ts'
import { countVisitorWrite, type VisitorWrite, visitorCaps } from '#pages/visitor-caps.ts'
import { type Limiter, LimiterAway } from '#platform/limits/limiter.ts'
import { MemoryLimiter } from '#platform/limits/memory.ts'
import { testApp } from '../../support/app.ts'

const { context, clock } = await testApp()

const hour = 3_600_000

/** Visitors of one service. */
const visitorsOf = (limiter: Limiter) => {
  let now = clock.now()
  return {
    wait: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
    },
    /** How many seconds to wait; 0 for what is let through. */
    writes: async (
      write: Partial<VisitorWrite>,
      source = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`,
    ): Promise<number> => {
      const visit = {
        context,
        source,
        count: (...buckets: Parameters<typeof countAttempt>[1]) => countAttempt(limiter, buckets, now),
      }
      try {
        await countVisitorWrite(visit, { eventTypeId: randomUUID(), recipients: [`${randomUUID()}@x.test`], ...write })
        return 0
      } catch (error) {
        if (error instanceof TooManyAttempts) return error.seconds
        throw error
      }
    },
  }
}

const passed = (answers: readonly number[]): number => answers.filter((seconds) => seconds === 0).length

describe('the caps of visitors (I5)', () => {
  test('one mailbox gets at most five in an hour and twenty in a day, from any source, for anything, in any spelling', async () => {
    const { writes, wait } = visitorsOf(new MemoryLimiter())
    const aimed = (index: number): Promise<number> =>
      writes({ recipients: [index % 2 === 0 ? 'Victim@x.test' : `victim+${index}@x.test`] })
    const hourly: number[] = []
    for (let hours = 0; hours < 24; hours += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => aimed(index)))
      hourly.push(passed(answers))
      if (hours === 0)
        assert.ok(
          answers.every((seconds) => seconds === 0 || seconds === 3600),
          answers.join(' '),
        )
      wait(hour)
    }
    assert.deepEqual(hourly.slice(0, 5), [5, 5, 5, 5, 0])
    assert.equal(
      hourly.reduce((sum, each) => sum + each),
      20,
    )
    assert.equal(await aimed(0), 0, 'the next day')
  })

  test('a guest is a recipient like any other; one that is named twice is counted once', async () => {
    const { writes } = visitorsOf(new MemoryLimiter())
    const answers: number[] = []
    for (let index = 0; index < 8; index += 1)
      answers.push(await writes({ recipients: [`${randomUUID()}@x.test`, 'guest@x.test', 'Guest+again@x.test'] }))
    assert.equal(passed(answers), 5)
    assert.ok((await writes({ recipients: ['guest@x.test'] })) > 0)
  })

  test('one mailbox is invited to at most three meetings of one hour, from any source: their reminders would be sent together', async () => {
    const { writes, wait } = visitorsOf(new MemoryLimiter())
    const at = (time: string): Promise<number> =>
      writes({ recipients: ['victim@x.test'], startsAt: new Date(`2026-04-01T${time}Z`) })
    assert.equal(passed([await at('09:00:00'), await at('09:30:00'), await at('09:45:00')]), 3)
    assert.ok((await at('09:15:00')) > 3600)
    assert.equal(await at('10:00:00'), 0, 'another hour')
    assert.equal(await writes({ startsAt: new Date('2026-04-01T09:00:00Z') }), 0, 'another mailbox')
    wait(hour)
    assert.ok((await at('09:00:00')) > 0)
  })

  test('one source, which is a whole /64, is let through sixty times in an hour', async () => {
    const { writes } = visitorsOf(new MemoryLimiter())
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => writes({}, `2001:db8:1:2::${index.toString(16)}`)),
    )
    assert.equal(passed(answers), 60)
    assert.equal(await writes({}, '2001:db8:1:3::1'), 0)
  })

  test('one event type takes three hundred in an hour, from all sources together', async () => {
    const { writes } = visitorsOf(new MemoryLimiter())
    const eventTypeId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 320 }, (_, index) => writes({ eventTypeId }, `2001:db8:0:${index.toString(16)}::1`)),
    )
    assert.equal(passed(answers), 300)
    assert.equal(await writes({}), 0)
  })

  test('what one cap refuses counts in none: a refused stranger does not use up the type of a host', async () => {
    const { writes } = visitorsOf(new MemoryLimiter())
    const eventTypeId = randomUUID()
    for (let index = 0; index < 400; index += 1)
      await writes({ eventTypeId, recipients: ['victim@x.test'] }, '192.0.2.1')
    assert.equal(await writes({ eventTypeId }), 0)
    assert.equal(await writes({ eventTypeId }, '192.0.2.1'), 0)
  })

  test('while the limiter is away, nothing is allowed', async () => {
    const away: Limiter = Object.assign(new MemoryLimiter(), {
      take: (...[, , asking]: Parameters<Limiter['take']>) => {
        assert.equal(asking?.whenAway, 'refuse')
        throw new LimiterAway()
      },
    })
    await assert.rejects(visitorsOf(away).writes({}), LimiterAway)
  })

  test('no address is in what is stored', () => {
    const keys = visitorCaps(
      { context, source: '192.0.2.1' },
      { eventTypeId: randomUUID(), recipients: ['victim@x.test'] },
    ).map(({ key }) => key)
    assert.equal(keys.length, 6)
    assert.doesNotMatch(keys.join(' '), /victim|x\.test/)
  })
})
