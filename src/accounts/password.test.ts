import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
import { hashPassword } from '#platform/crypto/password.ts'
import { placeholderHash, provesPassword, whyNotPassword } from './password.ts'

const account = { email: 'demo.owner@acme.test' }

const refused: readonly (readonly [password: string, why: ReasonCode])[] = [
  ['', 'short_password'],
  ['short', 'short_password'],
  ['😀😀😀😀😀😀😀😀😀', 'short_password'],
  ['a'.repeat(300), 'long_password'],
  ['ü'.repeat(200), 'long_password'],
  ['demo.owner@acme.test', 'password_is_address'],
  ['DEMO.OWNER@ACME.TEST', 'password_is_address'],
  ['demo.owner2026!', 'password_is_address'],
  ['Password123', 'guessable_password'],
  ['qwertyuiop', 'guessable_password'],
  ['1234567890', 'guessable_password'],
  ['aaaaaaaaaaaa', 'guessable_password'],
  ['abababababab', 'guessable_password'],
]

describe('a new password', () => {
  for (const [password, why] of refused)
    test(`${password.slice(0, 24) || 'nothing'} is refused`, () => assert.equal(whyNotPassword(password, account), why))
  for (const password of [
    'a quiet harbour',
    'correct horse',
    '😀😁😂🤣😃😄😅😆😉😊',
    'xk2-pqr-77wz',
    `${'ab'.repeat(120)}cdef`,
  ])
    test(`${password.slice(0, 24)} is allowed`, () => assert.equal(whyNotPassword(password, account), undefined))
})

test('a digits-only password is not compared with an address without letters', () =>
  assert.equal(whyNotPassword('4815-1623-42', { email: '1234@acme.test' }), undefined))

describe('provesPassword', () => {
  test('is true for the right password only; never for an unknown account, nor for one without a password', async () => {
    const hash = await hashPassword('a quiet harbour')
    assert.equal(await provesPassword('a quiet harbour', hash), true)
    for (const [given, stored] of [
      ['a quiet harbor', hash],
      ['', hash],
      ['a quiet harbour', null],
      ['a quiet harbour', undefined],
      ['', null],
      ['x'.repeat(300_000), hash],
    ] as const)
      assert.equal(await provesPassword(given, stored), false)
  })

  test('the placeholder hash costs as much as a real one', async () => {
    const costOf = (hash: string) => hash.split('$').slice(0, 4)
    const lengths = (hash: string) => hash.split('$').map((part) => part.length)
    const real = await hashPassword('x')
    assert.deepEqual(costOf(placeholderHash), costOf(real))
    assert.deepEqual(lengths(placeholderHash), lengths(real))
  })

  test('too many at once are refused, and those that wait are served', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => provesPassword('x', 'nonsense')))
    const refusals = outcomes.filter(({ status }) => status === 'rejected')
    assert.equal(refusals.length, 18)
    for (const refusal of refusals) assert.ok((refusal as PromiseRejectedResult).reason instanceof Problem)
    assert.equal(await provesPassword('x', 'nonsense'), false)
  })
})
