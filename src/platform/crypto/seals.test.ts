import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Seals } from './seals.ts'

const seals = new Seals(Buffer.alloc(32, 1))

test('what was sealed opens again at its place, and looks like nothing until then', () => {
  const sealed = seals.seal('a signing key: ü', 'webhook key', 'app 1')
  assert.ok(!sealed.includes('signing'))
  assert.equal(seals.open(sealed, 'webhook key', 'app 1'), 'a signing key: ü')
  assert.notDeepEqual(seals.seal('the same', 'place'), seals.seal('the same', 'place'))
  assert.equal(seals.open(seals.seal('', 'place'), 'place'), '')
})

test('it does not open with another key, at another place, or when one bit of it was changed', () => {
  const sealed = seals.seal('a signing key', 'webhook key', 'app 1')
  assert.throws(() => new Seals(Buffer.alloc(32, 2)).open(sealed, 'webhook key', 'app 1'))
  assert.throws(() => seals.open(sealed, 'webhook key', 'app 2'))
  assert.throws(() => seals.open(sealed, 'webhook keyapp 1'))
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    assert.throws(() => seals.open(changed, 'webhook key', 'app 1'), `byte ${place}`)
  }
  for (const length of [0, 5, 12, 27]) assert.throws(() => seals.open(sealed.subarray(0, length), 'webhook key', 'app 1'))
})
