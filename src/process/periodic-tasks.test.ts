import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import type { AppContext } from '#execution/perform.ts'
import type { Log } from '#platform/log.ts'
import { runPeriodicTasks } from './periodic-tasks.ts'

const silent = { warn: () => {} } as unknown as Log
const nothing = {} as AppContext
/** Until what was begun has gone as far as it can. */
const settled = () => new Promise((done) => setImmediate(done))

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

const after = async (milliseconds: number): Promise<void> => {
  mock.timers.tick(milliseconds)
  await settled()
}

describe('a periodic task', () => {
  test('comes round at its time; soon again while there is more; and at its next time after it has failed', async () => {
    const answers = [{ more: true }, new Error('not now'), { more: false }]
    let runs = 0
    const run = async () => {
      const answer = answers[runs++] ?? { more: false }
      if (answer instanceof Error) throw answer
      return answer
    }
    const stop = runPeriodicTasks([{ name: 'sweep', everySeconds: 60, run }], nothing, silent)
    const counts: number[] = []
    for (const milliseconds of [59_999, 1, 100, 59_999, 1]) {
      await after(milliseconds)
      counts.push(runs)
    }
    assert.deepEqual(counts, [0, 1, 2, 2, 3])
    await stop()
    await after(60_000)
    assert.equal(runs, 3)
  })

  test('is never run twice at once, keeps no other one waiting, and a stop waits for it', async () => {
    let finish = () => {}
    let [slowRuns, otherRuns] = [0, 0]
    const stop = runPeriodicTasks(
      [
        {
          name: 'slow',
          everySeconds: 10,
          run: () => {
            slowRuns += 1
            return new Promise((done) => {
              finish = () => done({ more: true })
            })
          },
        },
        {
          name: 'other',
          everySeconds: 10,
          run: async () => {
            otherRuns += 1
            return { more: false }
          },
        },
      ],
      nothing,
      silent,
    )
    for (let round = 0; round < 3; round += 1) await after(10_000)
    assert.deepEqual([slowRuns, otherRuns], [1, 3])
    let hasStopped = false
    const stopping = stop().then(() => {
      hasStopped = true
    })
    await settled()
    assert.equal(hasStopped, false)
    finish()
    await stopping
    await after(10_000)
    assert.equal(slowRuns, 1)
  })
})
