import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { Problem } from '#contract/problem.ts'
import {
  type HeldToken,
  hashToken,
  hintOf,
  isCode,
  isRefreshToken,
  isWellFormed,
  newAccessToken,
  newClientSecret,
  newCode,
  newRefreshToken,
  newToken,
  newWebhookKey,
  principalBy,
} from './token.ts'

const organization = '7f1d0c2e-1111-4111-8111-111111111111'

describe('a token', () => {
  test('has a prefix for secret scanners, the hint of its organization, 34 random digits and a checksum of 6', () => {
    const token = newToken(organization)
    assert.match(token, /^openslot_pat_7f1d0c2e[0-9A-Za-z]{40}$/)
    assert.ok(isWellFormed(token))
    assert.match(newAccessToken(organization), /^openslot_at_7f1d0c2e[0-9A-Za-z]{40}$/)
    assert.ok(isRefreshToken(newRefreshToken(organization)))
  })

  test('from before there were hints is well formed as ever', () => {
    assert.ok(isWellFormed('openslot_pat_0123456789ABCDEFGHIJKLMNOPQRSTUVWX2c1Abd'))
  })

  test('ends in a checksum that scanners can compute: CRC-32 of all before it, in base 62', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    for (let count = 0; count < 200; count += 1) {
      const token = newToken(organization)
      const value = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
      assert.equal(value, crc32(token.slice(0, -6)))
    }
  })

  test('is random, and every digit is equally likely', () => {
    const tokens = Array.from({ length: 500 }, () => newToken(organization))
    assert.equal(new Set(tokens).size, 500)
    const counts = new Map<string, number>()
    for (const token of tokens) for (const digit of token.slice(21, -6)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    assert.equal(counts.size, 62)
    // 17,000 digits: 274 of each, give or take 16; ten times that would be no accident.
    for (const [digit, count] of counts) assert.ok(count > 110 && count < 440, `${digit}: ${count}`)
  })

  test('with one character changed, missing or added is malformed', () => {
    const token = newToken(organization)
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'x' ? 'y' : 'x'
      assert.ok(!isWellFormed(token.slice(0, index) + other + token.slice(index + 1)))
      assert.ok(!isWellFormed(token.slice(0, index) + token.slice(index + 1)))
    }
    for (const text of [
      '',
      token.toUpperCase(),
      `${token} `,
      ` ${token}`,
      `${token}\n`,
      token.replace('openslot', 'openslut'),
    ])
      assert.ok(!isWellFormed(text))
  })

  test('is shown by its last characters, and looked up by its digest', () => {
    const token = newToken(organization)
    assert.equal(hintOf(token), `openslot_pat_…${token.slice(-4)}`)
    assert.equal(hashToken(token).length, 32)
    assert.ok(!hashToken(token).equals(hashToken(newToken(organization))))
  })
})

describe('each kind of secret', () => {
  test('is good for its own purpose only', () => {
    const [personal, access, refresh, client, code] = [
      newToken(organization),
      newAccessToken(organization),
      newRefreshToken(organization),
      newClientSecret(),
      newCode(),
    ]
    const kinds = [personal, access, refresh, client, code]
    assert.deepEqual(kinds.map(isWellFormed), [true, true, false, false, false])
    assert.deepEqual(kinds.map(isRefreshToken), [false, false, true, false, false])
    assert.deepEqual(kinds.map(isCode), [false, false, false, false, true])
  })

  test('a refresh token with a wrong checksum is none', () => {
    const token = newRefreshToken(organization)
    assert.match(token, /^openslot_rt_7f1d0c2e[0-9A-Za-z]{40}$/)
    assert.ok(!isRefreshToken(token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x')))
    assert.ok(!isRefreshToken(`x${token}`))
    assert.ok(!isRefreshToken(`${token}x`))
  })

  test("an application's secret names no organization", () =>
    assert.match(newClientSecret(), /^openslot_cs_[0-9A-Za-z]{40}$/))

  test('a code is 64 digits in lower case, a new one each time', () => {
    const code = newCode()
    assert.match(code, /^[0-9a-f]{64}$/)
    assert.notEqual(newCode(), code)
    for (const text of ['', code.slice(1), `${code}0`, `0${code}`, `g${code.slice(1)}`, 'A'.repeat(64), `${code}\n`])
      assert.ok(!isCode(text), text)
  })

  test('a key for webhooks has 256 bits, others each time', () => {
    assert.equal(Buffer.from(newWebhookKey(), 'base64url').length, 32)
    assert.match(newWebhookKey(), /^[\w-]{43}$/)
    assert.notEqual(newWebhookKey(), newWebhookKey())
  })
})

describe('principalBy', () => {
  const now = new Date('2026-03-02T10:00:00.000Z')
  const past = new Date(now.getTime() - 1)
  const future = new Date(now.getTime() + 1)
  const held: HeldToken = {
    id: 'token',
    organizationId: 'organization',
    membershipId: 'membership',
    userId: 'user',
    role: 'admin',
    plan: 'teams',
    stage: 'trial',
    scopes: ['users:read'],
    audience: 'rest',
    clientId: null,
    expiresAt: null,
    revokedAt: null,
    membershipEndedAt: null,
  }
  const refusal = (changes: Partial<HeldToken>): string => {
    try {
      principalBy({ ...held, ...changes }, 'rest', now)
    } catch (error) {
      assert.ok(error instanceof Problem)
      assert.equal(error.kind.status, 401)
      return error.message
    }
    return 'let in'
  }

  test('is the holder of the token, with its scopes', () => {
    assert.deepEqual(principalBy(held, 'rest', now), {
      organizationId: 'organization',
      membershipId: 'membership',
      userId: 'user',
      role: 'admin',
      plan: 'teams',
      stage: 'trial',
      scopes: new Set(['users:read']),
      via: { kind: 'token', tokenId: 'token', clientId: null },
    })
  })

  test('throws the reason when the token is not usable', () => {
    assert.throws(() => principalBy(undefined, 'rest', now), { message: 'The access token is invalid' })
    assert.equal(refusal({ audience: 'mcp' }), 'The access token is invalid')
    assert.equal(refusal({ audience: 'mcp', revokedAt: past }), 'The access token is invalid')
    assert.equal(refusal({ revokedAt: past }), 'The access token was revoked')
    assert.equal(refusal({ membershipEndedAt: past }), 'The access token was revoked')
    assert.equal(refusal({ expiresAt: past }), 'The access token expired')
    assert.equal(refusal({ expiresAt: now }), 'The access token expired')
    assert.equal(refusal({ expiresAt: future }), 'let in')
    assert.equal(refusal({ expiresAt: past, revokedAt: past }), 'The access token was revoked')
  })
})
