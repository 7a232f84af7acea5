import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import type { Log } from '#platform/log.ts'
import { Shutdown, shutdownMilliseconds } from './shutdown.ts'

const aShutdown = () => {
  const failed: unknown[] = []
  const shutdown = new Shutdown({ error: ({ step }: { step: string }) => failed.push(step) } as unknown as Log)
  return { shutdown, failed }
}

describe('a shutdown', () => {
  test('undoes what was opened in the other order, one after the other, and once', async () => {
    const { shutdown } = aShutdown()
    const ended: string[] = []
    for (const name of ['the database', 'background work', 'requests'])
      shutdown.add(name, async () => {
        ended.push(`${name} …`)
        await Promise.resolve()
        ended.push(name)
      })
    await shutdown.run()
    await shutdown.run()
    assert.deepEqual(ended, [
      ...['requests …', 'requests'],
      ...['background work …', 'background work'],
      ...['the database …', 'the database'],
    ])
  })

  test('a step that fails is logged by its name, and keeps nothing else from ending', async () => {
    const { shutdown, failed } = aShutdown()
    const ended: string[] = []
    shutdown.add('the database', async () => ended.push('the database'))
    shutdown.add('requests', () => Promise.reject(new Error('no')))
    await shutdown.run()
    assert.deepEqual([ended, failed], [['the database'], ['requests']])
  })

  test('a step that hangs is left behind within its share, and the next ones have time left', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { shutdown, failed } = aShutdown()
      const shares: number[] = []
      shutdown.add('the database', async (milliseconds) => shares.push(milliseconds))
      shutdown.add('requests', (milliseconds) => {
        shares.push(milliseconds)
        return new Promise(() => {})
      })
      const over = shutdown.run()
      mock.timers.tick(shutdownMilliseconds)
      await over
      assert.deepEqual(failed, ['requests'])
      const [first = 0] = shares
      assert.ok(first > 0 && first < shutdownMilliseconds * 0.8, `${first} ms for the first`)
      assert.equal(shares.length, 2)
    } finally {
      mock.timers.reset()
    }
  })
})
