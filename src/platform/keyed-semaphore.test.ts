import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseAway } from './db/faults.ts'
import { KeyedSemaphore } from './keyed-semaphore.ts'

/** Work that runs until the test ends it. */
const held = () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => ended, end }
}

test('three run at a time per key, in order of arrival; other keys are not held up', async () => {
  const semaphore = new KeyedSemaphore()
  const began: number[] = []
  const works = Array.from({ length: 7 }, held)
  const all = works.map(({ work }, index) =>
    semaphore.run('one', () => {
      began.push(index)
      return work()
    }),
  )
  await pause(1)
  assert.deepEqual(began, [0, 1, 2])
  assert.equal(await semaphore.run('another', async () => 'served'), 'served')
  works[1]?.end()
  await pause(1)
  assert.deepEqual(began, [0, 1, 2, 3])
  for (const { end } of works) end()
  await Promise.all(all)
  assert.deepEqual(began, [0, 1, 2, 3, 4, 5, 6])
})

test('work that fails releases its permit', async () => {
  const semaphore = new KeyedSemaphore()
  const failing = Array.from({ length: 10 }, () => semaphore.run('one', () => Promise.reject(new Error('failed'))))
  assert.deepEqual(new Set((await Promise.allSettled(failing)).map(({ status }) => status)), new Set(['rejected']))
  assert.equal(await semaphore.run('one', async () => 'served'), 'served')
})

test('no one waits for ever, and a waiter that gave up takes no permit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const semaphore = new KeyedSemaphore()
  const works = Array.from({ length: 3 }, held)
  const inside = works.map(({ work }) => semaphore.run('one', work))
  const waiting = semaphore.run('one', async () => 'too late')
  t.mock.timers.tick(2_000)
  await assert.rejects(waiting, DatabaseAway)
  for (const { end } of works) end()
  await Promise.all(inside)
  assert.equal(await semaphore.run('one', async () => 'served'), 'served')
})
