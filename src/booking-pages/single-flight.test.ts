import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SingleFlight } from './single-flight.ts'

describe('callers that ask for the same key at once', () => {
  /** Work that ends when it is released; returns what it saw when it began. */
  const stage = () => {
    const endings: ((failure?: Error) => void)[] = []
    let world = 'old'
    const work = (): Promise<string> => {
      const seen = world
      return new Promise((resolve, reject) => endings.push((failure) => (failure ? reject(failure) : resolve(seen))))
    }
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    const change = (to: string): void => {
      world = to
    }
    return { endings, work, settle, change }
  }

  test('share one piece of work, which began after all of them had asked', async () => {
    const { endings, work, settle, change } = stage()
    const flights = new SingleFlight<string>()
    const first = flights.run('page', work)
    change('new')
    const others = Array.from({ length: 100 }, () => flights.run('page', work))
    endings[0]?.()
    await settle()
    assert.equal(await first, 'old')
    assert.equal(endings.length, 2)
    const late = flights.run('page', work)
    change('newest')
    endings[1]?.()
    await settle()
    assert.deepEqual([...new Set(await Promise.all(others))], ['new'])
    assert.equal(endings.length, 3)
    endings[2]?.()
    assert.equal(await late, 'newest')
  })

  test('do not wait for other keys', async () => {
    const { endings, work } = stage()
    const flights = new SingleFlight<string>()
    const [page, other] = [flights.run('page', work), flights.run('other', work)]
    assert.equal(endings.length, 2)
    endings[1]?.()
    assert.equal(await other, 'old')
    endings[0]?.()
    await page
  })

  test('do not wait for ever for work that hangs, and run again when it is over', async () => {
    const { endings, work, settle } = stage()
    const flights = new SingleFlight<string>({ maxWait: 5 })
    const first = flights.run('page', work)
    await assert.rejects(flights.run('page', work), { name: 'DatabaseAway' })
    await assert.rejects(flights.run('page', work), { name: 'DatabaseAway' })
    endings[0]?.()
    assert.equal(await first, 'old')
    await settle()
    const after = flights.run('page', work)
    assert.equal(endings.length, 2, 'nothing runs for callers that gave up')
    endings[1]?.()
    assert.equal(await after, 'old')
  })

  test('a failure goes to the callers that shared it, and the next run begins anew', async () => {
    const { endings, work, settle } = stage()
    const flights = new SingleFlight<string>()
    const first = flights.run('page', work)
    const second = flights.run('page', work)
    endings[0]?.(new Error('away'))
    await assert.rejects(first, /away/)
    await settle()
    endings[1]?.()
    assert.equal(await second, 'old')
    await settle()
    const third = flights.run('page', work)
    assert.equal(endings.length, 3)
    endings[2]?.()
    await third
  })
})
