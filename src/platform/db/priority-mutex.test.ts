import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PriorityMutex } from './priority-mutex.ts'

test('callers get the lock in the order in which they asked, urgent ones before all others', async () => {
  const mutex = new PriorityMutex()
  const order: string[] = []
  const unlock = await mutex.lock(false)
  const waiting = [
    ['first', false],
    ['second', false],
    ['urgent', true],
  ] as const
  const all = waiting.map(async ([name, isUrgent]) => {
    const next = await mutex.lock(isUrgent)
    order.push(name)
    next()
  })
  unlock()
  await Promise.all(all)
  assert.deepEqual(order, ['urgent', 'first', 'second'])
})
