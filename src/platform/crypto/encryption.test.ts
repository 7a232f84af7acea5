import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Encryption } from './encryption.ts'

const encryption = new Encryption(Buffer.alloc(32, 1))

test('what was sealed opens again at its place, and looks like nothing until then', () => {
  const sealed = encryption.encrypt('a signing key: ü', 'webhook key', 'app 1')
  assert.ok(!sealed.includes('signing'))
  assert.equal(encryption.decrypt(sealed, 'webhook key', 'app 1'), 'a signing key: ü')
  assert.notDeepEqual(encryption.encrypt('the same', 'place'), encryption.encrypt('the same', 'place'))
  assert.equal(encryption.decrypt(encryption.encrypt('', 'place'), 'place'), '')
})

test('it does not open with another key, at another place, or when one bit of it was changed', () => {
  const sealed = encryption.encrypt('a signing key', 'webhook key', 'app 1')
  assert.throws(() => new Encryption(Buffer.alloc(32, 2)).decrypt(sealed, 'webhook key', 'app 1'))
  assert.throws(() => encryption.decrypt(sealed, 'webhook key', 'app 2'))
  assert.throws(() => encryption.decrypt(sealed, 'webhook keyapp 1'))
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => encryption.decrypt(changed, 'webhook key', 'app 1'), `byte ${index}`)
  }
  for (const length of [0, 5, 12, 27])
    assert.throws(() => encryption.decrypt(sealed.subarray(0, length), 'webhook key', 'app 1'))
})
