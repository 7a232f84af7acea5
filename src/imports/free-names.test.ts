import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FreeNames } from './free-names.ts'

test('a name that somebody has gets a number; whoever has one keeps it', () => {
  const names = new FreeNames([
    ['Hours', 'a'],
    ['hours 2', 'b'],
    ['Evening', 'c'],
  ])
  assert.equal(names.take('Hours', 'a'), 'Hours')
  assert.equal(names.take('HOURS', 'd'), 'HOURS 3')
  assert.equal(names.take('Hours', 'b'), 'hours 2')
  assert.equal(names.take('Hours', 'c'), 'Hours 4')
  assert.equal(names.take('Night', 'b'), 'Night')
})

test('ten thousand of one name are looked up about once each', (context) => {
  const names = new FreeNames([])
  const looks = context.mock.method(names, 'isTaken')
  const given = Array.from({ length: 10_000 }, (_, index) => names.take('Working hours', `${index}`))
  assert.equal(new Set(given).size, 10_000)
  assert.ok(looks.mock.callCount() <= 30_000, `${looks.mock.callCount()} looks`)
})
