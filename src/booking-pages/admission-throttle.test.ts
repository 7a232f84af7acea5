import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AdmissionThrottle } from './admission-throttle.ts'

const toil = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('admitted requests', () => {
  test('yield the event loop after a few milliseconds, and are all served in order of arrival', async () => {
    const throttle = new AdmissionThrottle({ milliseconds: 5 })
    const done: number[] = []
    let turns = 0
    let isOver = false
    const turn = (): void => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const work = async (index: number): Promise<void> => {
      await throttle.admit()
      toil(1)
      done.push(index)
    }
    const working: Promise<void>[] = []
    for (let index = 0; index < 100; index += 1) {
      working.push(work(index))
      // As requests that have all arrived are handled: one after the other, in one turn.
      await Promise.resolve()
    }
    await Promise.all(working)
    isOver = true
    assert.deepEqual(
      done,
      Array.from({ length: 100 }, (_, index) => index),
    )
    // 100 ms of work, in pieces of about 5 ms: without the throttle it is one piece.
    assert.ok(turns >= 8, `${turns} turns`)
  })

  test('a single request does not wait for a turn', async () => {
    const throttle = new AdmissionThrottle()
    let turned = false
    setImmediate(() => {
      turned = true
    })
    await throttle.admit()
    assert.equal(turned, false)
  })
})
