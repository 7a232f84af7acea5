import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Codes, type Recipe } from './codes.ts'

const key = Buffer.alloc(32, 1)
const codes = new Codes(key)

test('a code is the same whenever it is made of the same, and another with any other part or key', () => {
  for (const make of [
    (by: Codes, ...parts: string[]) => by.of(...parts),
    (by: Codes, ...parts: string[]) => by.shortOf(...parts),
  ]) {
    const code = make(codes, 'link', '1')
    assert.equal(make(codes, 'link', '1'), code)
    const others = [
      make(codes, 'link', '2'),
      make(codes, 'link1'),
      make(codes, 'link'),
      make(new Codes(Buffer.alloc(32, 2)), 'link', '1'),
    ]
    assert.equal(new Set([code, ...others]).size, 5)
  }
})

test('a short code is the first 130 bits in base32, and of something else than the long one', () => {
  const digest = createHmac('sha256', key)
    .update(JSON.stringify(['short', 'link', '1']))
    .digest()
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const expected = Array.from(
    { length: 26 },
    (_, index) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)],
  )
  assert.equal(codes.shortOf('link', '1'), expected.join(''))
  assert.match(codes.of('link', '1'), /^[A-Za-z0-9_-]{43}$/)
  assert.notDeepEqual(
    createHmac('sha256', key)
      .update(JSON.stringify(['link', '1']))
      .digest(),
    digest,
  )
})

test('a watcher is given what each code is made of, and can make it again', () => {
  const heard = new Map<string, Recipe>()
  const watched = codes.watched((code, recipe) => void heard.set(code, recipe))
  const made = [watched.of('invitation', '1'), watched.shortOf('link', '2')]
  assert.deepEqual([...heard.keys()], made)
  for (const [code, recipe] of heard) assert.equal(codes.make(recipe), code)
})
