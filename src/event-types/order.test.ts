import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placedBefore } from './order.ts'

test('one is moved before another, or to the end; what is not there has no order', () => {
  const ids = ['a', 'b', 'c']
  assert.deepEqual(placedBefore(ids, 'c', 'a'), ['c', 'a', 'b'])
  assert.deepEqual(placedBefore(ids, 'a', 'c'), ['b', 'a', 'c'])
  assert.deepEqual(placedBefore(ids, 'a', null), ['b', 'c', 'a'])
  assert.deepEqual(placedBefore(ids, 'b', 'b'), ids)
  assert.equal(placedBefore(ids, 'x', 'a'), undefined)
  assert.equal(placedBefore(ids, 'a', 'x'), undefined)
})
