import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './turns.ts'

test('turns come in the order of those who asked, the urgent before all who wait', async () => {
  const turns = new Turns()
  const order: string[] = []
  const passOn = await turns.take(false)
  const waiting = [
    ['first', false],
    ['second', false],
    ['urgent', true],
  ] as const
  const all = waiting.map(async ([name, isUrgent]) => {
    const next = await turns.take(isUrgent)
    order.push(name)
    next()
  })
  passOn()
  await Promise.all(all)
  assert.deepEqual(order, ['urgent', 'first', 'second'])
})
