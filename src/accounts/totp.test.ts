import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newRecoveryCodes, recoveryHash } from './recovery-code.ts'
import { codeAt, inGroups, newTotpSecret, otpauthUri, stepAt, stepOfCode } from './totp.ts'

/** The secret of RFC 6238, appendix B: `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number): Date => new Date(seconds * 1000)

describe('TOTP codes', () => {
  // RFC 6238, appendix B, SHA-1, the last six digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const)
    test(`at ${seconds} it is ${code}`, () => assert.equal(codeAt(secret, stepAt(at(seconds))), code))

  test('a code one step early or late is accepted, two steps are not; spaces are ignored', () => {
    const step = 1_000_000
    const now = at(step * 30 + 7)
    for (const [distance, found] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const)
      assert.equal(stepOfCode(secret, codeAt(secret, step + distance), now, null), found, String(distance))
    assert.equal(
      stepOfCode(secret, ` ${codeAt(secret, step).slice(0, 3)} ${codeAt(secret, step).slice(3)} `, now, null),
      step,
    )
  })

  test('no code works twice, nor an older one than the last that worked', () => {
    const step = 1_000_000
    const now = at(step * 30)
    assert.equal(stepOfCode(secret, codeAt(secret, step), now, step), undefined)
    assert.equal(stepOfCode(secret, codeAt(secret, step - 1), now, step), undefined)
    assert.equal(stepOfCode(secret, codeAt(secret, step + 1), now, step), step + 1)
  })

  test('a malformed code is refused', () => {
    for (const text of ['', '12345', '1234567', 'abcdef', '００００００', '-12345'])
      assert.equal(stepOfCode(secret, text, at(59), null), undefined)
  })

  test('a secret has 160 bits, is random, and has a copyable form and an otpauth URI', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret)
    assert.equal(new Set(secrets).size, 50)
    for (const one of secrets) assert.match(one, /^[A-Z2-7]{32}$/)
    assert.equal(inGroups('ABCDEFGH'), 'abcd efgh')
    assert.equal(
      otpauthUri('ABC', 'demo+owner@acme.test'),
      'otpauth://totp/Openslot%3Ademo%2Bowner%40acme.test?secret=ABC&issuer=Openslot',
    )
  })
})

describe('recovery codes', () => {
  test('ten different ones, recognised in any case and grouping', () => {
    const codes = newRecoveryCodes()
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^([a-hjkmnp-z2-9]{5}-){2}[a-hjkmnp-z2-9]{5}$/)
    const [code = ''] = codes
    assert.equal(recoveryHash('user', code.toUpperCase().replaceAll('-', ' ')), recoveryHash('user', code))
    assert.notEqual(recoveryHash('another', code), recoveryHash('user', code))
  })
})
