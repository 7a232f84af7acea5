import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Codes } from '#platform/crypto/codes.ts'
import { invitationCode, invitationCodeHash } from './invitation.ts'

const codes = new Codes(Buffer.alloc(32, 1))
const id = '0b8f0c52-3a1e-4d0f-9f66-2f0a6a3f7c11'
const sentAt = new Date('2026-03-02T10:00:00.000Z')

test('a code can be derived again from the invitation and the time it was sent', () => {
  assert.equal(invitationCode(codes, id, sentAt), invitationCode(codes, id, new Date(sentAt)))
  assert.match(invitationCode(codes, id, sentAt), /^[A-Za-z0-9_-]{43}$/)
})

test('another invitation, another time or another instance: another code', () => {
  const other = [
    invitationCode(codes, id.replace('0', '1'), sentAt),
    invitationCode(codes, id, new Date(sentAt.getTime() + 1)),
    invitationCode(new Codes(Buffer.alloc(32, 2)), id, sentAt),
  ]
  assert.equal(new Set([invitationCode(codes, id, sentAt), ...other]).size, 4)
})

test('only the digest of a code is stored', () => {
  const code = invitationCode(codes, id, sentAt)
  assert.equal(invitationCodeHash(code).length, 32)
  assert.ok(!invitationCodeHash(code).equals(Buffer.from(code, 'base64url')))
})
