import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOfHeap } from '../../bench/growth-of-heap.mjs'

/** A sample each hundredth of the time. */
const heldDuring = (heldBytes: (part: number) => number): { part: number; heldBytes: number }[] =>
  Array.from({ length: 101 }, (_, index) => ({ part: index / 100, heldBytes: heldBytes(index / 100) }))

test('a soak is flat when what is held swings and comes back, and while it warms up', () => {
  const flat = growthOfHeap(heldDuring((part) => (part < 0.1 ? 10 : 50 + (Math.round(part * 100) % 7) * 20)))
  assert.deepEqual(flat, { first: 50, last: 50, growth: 0, isFlat: true })
})

test('a soak is not flat when the least that is held grew by more than a tenth', () => {
  assert.equal(growthOfHeap(heldDuring((part) => 100 + 10 * part))?.isFlat, true)
  assert.equal(growthOfHeap(heldDuring((part) => 100 + 20 * part))?.isFlat, false)
  // Some high samples hide nothing, and neither does one low one at the very start.
  assert.equal(growthOfHeap(heldDuring((part) => (part === 0 ? 500 : 100 + 20 * part)))?.isFlat, false)
})

test('a soak that was too short for its quarters says nothing', () => {
  assert.equal(growthOfHeap([]), undefined)
  assert.equal(growthOfHeap([{ part: 0.3, heldBytes: 10 }]), undefined)
})
