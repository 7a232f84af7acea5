import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Bucket, Limiter, Verdict } from '#platform/limits/limiter.ts'
import { NaiveLimiter } from './naive-limiter.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const noon = Date.UTC(2026, 2, 2, 12)

const at = (milliseconds: number): Date => new Date(noon + milliseconds)

interface Subject {
  /** Several that share their windows, or one. */
  readonly limiters: readonly [Limiter, ...Limiter[]]
  close(): Promise<void>
}

/** What every limiter promises, wherever it counts. */
export const limiterGuarantees = (
  name: string,
  open: () => Promise<Subject>,
  { runs }: { readonly runs: number },
): void => {
  describe(`the limiter in ${name}`, () => {
    let subject: Subject
    let limiter: Limiter
    before(async () => {
      subject = await open()
      limiter = subject.limiters[0]
    })
    after(() => subject.close())

    /** So many at that moment, all of which must pass; gives the last verdict. */
    const pass = async (
      count: number,
      buckets: readonly Bucket[],
      milliseconds: number,
    ): Promise<Verdict | undefined> => {
      let last: Verdict | undefined
      for (let taken = 0; taken < count; taken += 1) {
        last = await limiter.take(buckets, at(milliseconds))
        assert.equal(
          last.allowed,
          true,
          `request ${taken + 1} of ${count} at ${milliseconds} ms is refused: ${JSON.stringify(last)}`,
        )
      }
      return last
    }
    const refused = async (
      buckets: readonly Bucket[],
      milliseconds: number,
      limit: number,
      resetSeconds: number,
    ): Promise<void> =>
      assert.deepEqual(await limiter.take(buckets, at(milliseconds)), {
        allowed: false,
        limit,
        remaining: 0,
        resetSeconds,
      })

    test('I2: 500 a minute: the window starts with the first request and ends to the millisecond', async () => {
      const buckets = [{ key: randomUUID(), limit: 500, seconds: 60 }]
      assert.deepEqual(await limiter.take(buckets, at(0)), {
        allowed: true,
        limit: 500,
        remaining: 499,
        resetSeconds: 60,
      })
      assert.deepEqual(await pass(499, buckets, 30_001), { allowed: true, limit: 500, remaining: 0, resetSeconds: 30 })
      await refused(buckets, 30_001, 500, 30)
      await refused(buckets, 59_001, 500, 1)
      await refused(buckets, 59_999, 500, 1)
      assert.deepEqual(await limiter.take(buckets, at(minute)), {
        allowed: true,
        limit: 500,
        remaining: 499,
        resetSeconds: 60,
      })
    })

    test('windows that are forgotten start anew, and no others', async () => {
      const key = randomUUID()
      const [quarter, whole] = [
        { key, limit: 2, seconds: 900 },
        { key, limit: 3, seconds: 86_400 },
      ] as const
      await pass(2, [quarter, whole], 0)
      await refused([quarter], 0, 2, 900)
      await limiter.forget([quarter, { key: randomUUID(), limit: 1, seconds: 60 }])
      await pass(1, [quarter, whole], 0)
      await refused([whole], 0, 3, 86_400)
    })

    test('I2: a trial books 5 times a day', async () => {
      const buckets = [{ key: randomUUID(), limit: 5, seconds: 86_400 }]
      await pass(1, buckets, 0)
      await pass(4, buckets, 23 * hour)
      await refused(buckets, 23 * hour, 5, 3600)
      await refused(buckets, day - 1, 5, 1)
      await pass(5, buckets, day)
      await refused(buckets, day, 5, 86_400)
    })

    test('I2: 10 a minute, 50 an hour and 100 a day hold together, each to its own end', async () => {
      const key = randomUUID()
      const buckets = [
        { key, limit: 10, seconds: 60 },
        { key, limit: 50, seconds: 3600 },
        { key, limit: 100, seconds: 86_400 },
      ]
      for (const from of [0, hour]) {
        for (let past = 0; past < 5; past += 1) {
          const now = from + past * minute
          await pass(10, buckets, now)
          // The last of them takes what is left of the hour, or of the day, which last longer than the minute.
          if (past < 4) {
            await refused(buckets, now, 10, 60)
            await refused(buckets, now + minute - 1, 10, 1)
          }
        }
        if (from === 0) {
          await refused(buckets, 5 * minute, 50, 3300)
          await refused(buckets, hour - 1, 50, 1)
        }
      }
      await refused(buckets, hour + 5 * minute, 100, 86_400 - 3900)
      await refused(buckets, 2 * hour, 100, 22 * 3600)
      await refused(buckets, day - 1, 100, 1)
      await pass(10, buckets, day)
      await refused(buckets, day, 10, 60)
    })

    test('I2: one user is counted once, across all tokens', async () => {
      const user = { key: randomUUID(), limit: 10, seconds: 60 }
      const tokens = [randomUUID(), randomUUID()].map((key) => ({ key, limit: 500, seconds: 60 }))
      for (let taken = 0; taken < 10; taken += 1) await pass(1, [tokens[taken % 2] as Bucket, user], 0)
      for (const token of tokens) {
        await refused([token, user], 0, 10, 60)
        assert.equal(
          (await limiter.peek([token], at(0))).remaining,
          495,
          'what the user may not do costs the token nothing',
        )
      }
    })

    test('a refused request counts in no bucket and opens no window', async () => {
      const [narrow, wide, later] = [1, 5, 7].map((limit) => ({ key: randomUUID(), limit, seconds: 60 })) as [
        Bucket,
        Bucket,
        Bucket,
      ]
      await pass(1, [narrow, wide], 0)
      for (let tries = 0; tries < 20; tries += 1) await refused([narrow, wide, later], 10 * second, 1, 50)
      assert.deepEqual(await limiter.peek([wide], at(10 * second)), {
        allowed: true,
        limit: 5,
        remaining: 4,
        resetSeconds: 50,
      })
      assert.deepEqual(await limiter.take([later], at(20 * second)), {
        allowed: true,
        limit: 7,
        remaining: 6,
        resetSeconds: 60,
      })
    })

    test('remaining never rises inside a window', async () => {
      const buckets = [{ key: randomUUID(), limit: 7, seconds: 60 }]
      const seen: number[] = []
      for (let now = 0; now < minute; now += 3_001) seen.push((await limiter.take(buckets, at(now))).remaining)
      assert.deepEqual(seen, [6, 5, 4, 3, 2, 1, ...Array<number>(seen.length - 6).fill(0)])
    })

    test('peek counts nothing, and says whether one more would pass', async () => {
      const buckets = [{ key: randomUUID(), limit: 1, seconds: 60 }]
      for (let reads = 0; reads < 3; reads += 1)
        assert.deepEqual(await limiter.peek(buckets, at(0)), {
          allowed: true,
          limit: 1,
          remaining: 1,
          resetSeconds: 60,
        })
      await pass(1, buckets, 5 * second)
      assert.deepEqual(await limiter.peek(buckets, at(15 * second)), {
        allowed: false,
        limit: 1,
        remaining: 0,
        resetSeconds: 50,
      })
    })

    test('H6: a clock that is set back an hour locks no caller out for longer than a window', async () => {
      const buckets = [{ key: randomUUID(), limit: 2, seconds: 60 }]
      await pass(2, buckets, 0)
      await refused(buckets, -hour, 2, 60)
      await refused(buckets, -hour + minute - 1, 2, 1)
      await pass(2, buckets, -hour + minute)
    })

    test('H6: two whose clocks are 5 s apart see a window end at most 5 s early, and never late', async () => {
      const [ahead, behind] = [subject.limiters[0], subject.limiters.at(-1) as Limiter]
      const buckets = [{ key: randomUUID(), limit: 1, seconds: 60 }]
      const refusal = (resetSeconds: number) => ({ allowed: false, limit: 1, remaining: 0, resetSeconds })
      assert.equal((await ahead.take(buckets, at(5 * second))).allowed, true)
      assert.deepEqual(await behind.take(buckets, at(0)), refusal(60))
      assert.deepEqual(await behind.take(buckets, at(54_999)), refusal(6))
      assert.deepEqual(await ahead.take(buckets, at(59_999)), refusal(1))
      assert.equal((await ahead.take(buckets, at(minute))).allowed, true)
    })

    test('a limit that is raised counts from then on, and one that is lowered too', async () => {
      const key = randomUUID()
      const of = (limit: number) => [{ key, limit, seconds: 60 }]
      await pass(10, of(10), 0)
      await refused(of(10), 0, 10, 60)
      assert.deepEqual(await limiter.take(of(500), at(0)), {
        allowed: true,
        limit: 500,
        remaining: 489,
        resetSeconds: 60,
      })
      await refused(of(5), 0, 5, 60)
    })

    test('does as a limiter that remembers every request and counts them anew each time', async () => {
      const keys = ['first', 'second', 'third']
      const bucket = fc.record({
        key: fc.constantFrom(...keys),
        limit: fc.integer({ min: 0, max: 5 }),
        seconds: fc.constantFrom(1, 2, 60),
      })
      const buckets = fc.uniqueArray(bucket, {
        minLength: 1,
        maxLength: 4,
        selector: ({ key, seconds }) => `${key} ${seconds}`,
      })
      const wait = fc.oneof(
        fc.constant(0),
        fc.constantFrom(1, 999, 1000, 1001, 59_999, 60_000),
        fc.integer({ min: 0, max: 3000 }),
      )
      const request = fc.record({
        buckets,
        wait,
        through: fc.nat({ max: 3 }),
        kind: fc.constantFrom<('take' | 'peek')[]>('take', 'take', 'take', 'peek'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 25 }), async (requests) => {
          const naive = new NaiveLimiter()
          const run = randomUUID()
          let now = 0
          for (const { buckets, wait, through, kind } of requests) {
            now += wait
            const chosen = subject.limiters[through % subject.limiters.length] as Limiter
            const named = buckets.map((each) => ({ ...each, key: `${run} ${each.key}` }))
            assert.deepEqual(await chosen[kind](named, at(now)), naive[kind](named, at(now)))
          }
        }),
        { numRuns: runs },
      )
    })
  })
}
