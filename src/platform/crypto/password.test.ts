import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPassword, newPassword } from './password.ts'

test('a password is known by its hash, however its letters are composed; another one is not, and no two hashes are alike', async () => {
  const [hash, again] = await Promise.all([hashPassword('p\u00e9ter'), hashPassword('p\u00e9ter')])
  assert.notEqual(hash, again)
  assert.equal(await isPassword('pe\u0301ter', hash), true)
  assert.equal(await isPassword('peter', hash), false)
  for (const nonsense of ['', 'scrypt', 'plain$p\u00e9ter', hash.replace('scrypt', 'argon')])
    assert.equal(await isPassword('p\u00e9ter', nonsense), false)
})

test('new passwords can be read out, and are never the same', () => {
  const made = Array.from({ length: 200 }, newPassword)
  for (const password of made) assert.match(password, /^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/)
  assert.equal(new Set(made).size, made.length)
})
