import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Together } from './together.ts'

describe('those who ask for the same at once', () => {
  /** Work that is done when told to; gives what it saw when it began. */
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

  test('are answered by one piece of work, which began after all of them had asked', async () => {
    const { endings, work, settle, change } = stage()
    const together = new Together<string>()
    const first = together.ask('page', work)
    change('new')
    const others = Array.from({ length: 100 }, () => together.ask('page', work))
    endings[0]?.()
    await settle()
    assert.equal(await first, 'old')
    assert.equal(endings.length, 2)
    const late = together.ask('page', work)
    change('newest')
    endings[1]?.()
    await settle()
    assert.deepEqual([...new Set(await Promise.all(others))], ['new'])
    assert.equal(endings.length, 3)
    endings[2]?.()
    assert.equal(await late, 'newest')
  })

  test('do not wait for those who ask for something else', async () => {
    const { endings, work } = stage()
    const together = new Together<string>()
    const [page, other] = [together.ask('page', work), together.ask('other', work)]
    assert.equal(endings.length, 2)
    endings[1]?.()
    assert.equal(await other, 'old')
    endings[0]?.()
    await page
  })

  test('do not wait for ever for what hangs, and are let in when it is over', async () => {
    const { endings, work, settle } = stage()
    const together = new Together<string>({ maxWait: 5 })
    const first = together.ask('page', work)
    await assert.rejects(together.ask('page', work), { name: 'DatabaseAway' })
    await assert.rejects(together.ask('page', work), { name: 'DatabaseAway' })
    endings[0]?.()
    assert.equal(await first, 'old')
    await settle()
    const after = together.ask('page', work)
    assert.equal(endings.length, 2, 'nothing is done for those who left')
    endings[1]?.()
    assert.equal(await after, 'old')
  })

  test('a failure is told to those who shared it, and the next begins anew', async () => {
    const { endings, work, settle } = stage()
    const together = new Together<string>()
    const first = together.ask('page', work)
    const second = together.ask('page', work)
    endings[0]?.(new Error('away'))
    await assert.rejects(first, /away/)
    await settle()
    endings[1]?.()
    assert.equal(await second, 'old')
    await settle()
    const third = together.ask('page', work)
    assert.equal(endings.length, 3)
    endings[2]?.()
    await third
  })
})
