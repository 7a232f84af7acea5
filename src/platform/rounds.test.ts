import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Rounds } from './rounds.ts'

const toil = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('work that is let begin in rounds', () => {
  test('leaves the event loop to others after a few milliseconds, and all of it is done, in the order in which it came', async () => {
    const rounds = new Rounds({ milliseconds: 5 })
    const done: number[] = []
    let turns = 0
    let isOver = false
    const turn = (): void => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const work = async (place: number): Promise<void> => {
      await rounds.pass()
      toil(1)
      done.push(place)
    }
    const working: Promise<void>[] = []
    for (let place = 0; place < 100; place += 1) {
      working.push(work(place))
      // As requests do that have all come: one after the other, in one round.
      await Promise.resolve()
    }
    await Promise.all(working)
    isOver = true
    assert.deepEqual(
      done,
      Array.from({ length: 100 }, (_, place) => place),
    )
    // 100 ms of work, in pieces of about 5 ms: without the rounds it is one piece.
    assert.ok(turns >= 8, `${turns} rounds`)
  })

  test('who comes alone does not wait for a round', async () => {
    const rounds = new Rounds()
    let turned = false
    setImmediate(() => {
      turned = true
    })
    await rounds.pass()
    assert.equal(turned, false)
  })
})
