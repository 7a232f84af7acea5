import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lanes } from './lanes.ts'

test('a lane is slow while something in it takes long, and after a failure until something goes well', () => {
  const lanes = new Lanes()
  const [first, second] = [lanes.begin('a', 0), lanes.begin('a', 1_900)]
  lanes.begin('b', 1_900)
  assert.deepEqual(lanes.slow(2_000), { lanes: [], underWay: 0 })
  assert.deepEqual(lanes.slow(2_001), { lanes: ['a'], underWay: 2 })
  lanes.end(first, false)
  assert.deepEqual(lanes.slow(2_001), { lanes: [], underWay: 0 })
  lanes.end(second, true)
  assert.deepEqual(lanes.slow(2_001), { lanes: ['a'], underWay: 0 })
  lanes.end(lanes.begin('a', 3_000), false)
  assert.deepEqual(lanes.slow(3_001), { lanes: [], underWay: 0 })
  assert.equal(lanes.total, 1)
})

test('of those that failed, whichever was tried longest ago comes first', () => {
  const lanes = new Lanes()
  for (const lane of ['a', 'b', 'c', 'a']) lanes.end(lanes.begin(lane, 0), true)
  assert.deepEqual(lanes.slow(0).lanes, ['b', 'c', 'a'])
})
