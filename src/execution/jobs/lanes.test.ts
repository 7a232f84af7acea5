import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lanes } from './lanes.ts'

test('a lane is slow while something in it takes long, and after a failure until something goes well', () => {
  const lanes = new Lanes()
  const slowAt = (now: number) => {
    const { lanes: names, underWay } = lanes.slow(now)
    return [names, underWay]
  }
  const [first, second] = [lanes.begin('a', 0), lanes.begin('a', 1_900)]
  lanes.begin('b', 1_900)
  assert.deepEqual(slowAt(2_000), [[], 0])
  assert.deepEqual(slowAt(2_001), [['a'], 2])
  lanes.end(first, false)
  assert.deepEqual(slowAt(2_001), [[], 0])
  lanes.end(second, true)
  assert.deepEqual(slowAt(2_001), [['a'], 0])
  lanes.end(lanes.begin('a', 3_000), false)
  assert.deepEqual(slowAt(3_001), [[], 0])
  assert.equal(lanes.total, 1)
})

test('of those that failed, whichever was tried longest ago comes first', () => {
  const lanes = new Lanes()
  for (const lane of ['a', 'b', 'c', 'a']) lanes.end(lanes.begin(lane, 0), true)
  assert.deepEqual(lanes.slow(0).lanes, ['b', 'c', 'a'])
})

test('a lane that fails again and again rests in between, ever longer, up to a second; until something goes well', () => {
  const lanes = new Lanes()
  const fail = (now: number): number => {
    lanes.end(lanes.begin('a', now), true, now)
    assert.deepEqual(lanes.slow(now).resting, ['a'])
    return lanes.restMilliseconds(now) ?? 0
  }
  assert.deepEqual([fail(0), fail(10), fail(20)], [1, 4, 9])
  for (let time = 100; time < 130; time += 1) fail(time)
  assert.equal(fail(200), 1_000)
  assert.deepEqual([lanes.slow(1_200).resting, lanes.restMilliseconds(1_200)], [[], undefined])
  lanes.end(lanes.begin('a', 1_200), false, 1_201)
  assert.equal(fail(1_300), 1)
})
