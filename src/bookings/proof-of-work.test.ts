import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neededBits } from './proof-of-work.ts'

const bits = (botProtection: 'automatic' | 'on' | 'off') =>
  [0, 0.49, 0.5, 0.75, 1].map((fullness) => neededBits({ botProtection }, fullness))

test('a proof is asked for always, never, or while limits fill up; and gets harder then', () => {
  assert.deepEqual(bits('on'), [16, 16, 16, 18, 20])
  assert.deepEqual(bits('automatic'), [0, 0, 16, 18, 20])
  assert.deepEqual(bits('off'), [0, 0, 0, 0, 0])
})
