import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleLinks } from '#contract/wire.ts'
import { Codes } from '#platform/crypto/codes.ts'
import { isHintRight, isOpenLink, linkAddress, linkCode, linkCodeHash, linkExpiry } from './booking-link.ts'

const codes = new Codes(Buffer.alloc(32, 1))
const one = { id: 'one', organizationId: '7f1d0c2e-1111-4111-8111-111111111111' }
const now = new Date('2026-03-02T10:00:00.000Z')

test('a code has the hint of its organization and 26 characters, and can be made again from the id of its link', () => {
  assert.match(linkCode(codes, one), /^7f1d0c2e-[a-z2-7]{26}$/)
  assert.equal(linkCode(codes, one), linkCode(codes, one))
  assert.notEqual(linkCode(codes, one), linkCode(codes, { ...one, id: 'two' }))
  assert.equal(
    linkAddress(exampleLinks, codes, one, 'intro-call'),
    `https://book.example.test/d/${linkCode(codes, one)}/intro-call`,
  )
})

test('the digest of a code does not show it', () => {
  const code = linkCode(codes, one)
  assert.equal(linkCodeHash(code).length, 32)
  assert.ok(!linkCodeHash(code).toString('latin1').includes(code))
})

test('a code without a hint, as they were before, has the same digest; one with the hint of another organization is none of this link', () => {
  const code = linkCode(codes, one)
  const bare = code.slice(9)
  assert.deepEqual(linkCodeHash(bare), linkCodeHash(code))
  assert.equal(isHintRight(code, one), true)
  assert.equal(isHintRight(bare, one), true)
  assert.equal(isHintRight(`ffffffff-${bare}`, one), false)
})

test('a link is open until it is used or expired', () => {
  const expiresAt = linkExpiry({ ...exampleLinks, linkDays: 7 }, now)
  assert.equal(expiresAt.toISOString(), '2026-03-09T10:00:00.000Z')
  assert.equal(isOpenLink({ expiresAt, usedAt: null }, new Date(expiresAt.getTime() - 1)), true)
  assert.equal(isOpenLink({ expiresAt, usedAt: null }, expiresAt), false)
  assert.equal(isOpenLink({ expiresAt, usedAt: now }, now), false)
})
