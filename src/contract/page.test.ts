import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type PageToken, PageTokens, readOrder } from './page.ts'
import { Problem } from './problem.ts'

const tokens = new PageTokens(Buffer.alloc(32, 1))

const organizationId = '0b8f0c52-3a1e-4d0f-9f66-2f0a6a3f7c11'

const token: PageToken = {
  operation: 'list_groups',
  organizationId,
  filters: { organization: 'https://example.test/organizations/1', count: 5 },
  position: { keys: ['2026-01-14T09:12:44.018Z', organizationId], backward: false, inclusive: true },
}

const text = tokens.write(token)

describe('a page token', () => {
  test('reads as it was written', () => assert.deepEqual(tokens.read(text), token))

  test('is URL-safe and survives a client that does not decode it, whatever it holds', () => {
    const plain = { noNullPrototype: true } as const
    const text = fc.string({ unit: 'grapheme' })
    const filters = fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.array(text)),
      plain,
    )
    const position = fc.record(
      { keys: fc.array(fc.oneof(text, fc.integer())), backward: fc.boolean(), inclusive: fc.boolean() },
      plain,
    )
    const any = fc.record({ operation: text, organizationId: fc.uuid(), filters, position }, plain)
    fc.assert(
      fc.property(any, (held) => {
        const written = tokens.write(held)
        assert.match(written, /^[A-Za-z0-9_-]+$/)
        assert.equal(
          new URL(`https://example.test/?page_token=${written}&count=1`).searchParams.get('page_token'),
          written,
        )
        assert.deepEqual(tokens.read(written), held)
      }),
    )
  })

  test('with any character changed is none of ours', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < text.length; at += 1) {
      const other = alphabet[(alphabet.indexOf(text[at] ?? '') + 1 + (at % 62)) % 64]
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      const read = tokens.read(changed)
      // The last character may hold bits that no byte uses; then it is another spelling of the same token.
      if (read !== undefined) assert.deepEqual([at, read], [text.length - 1, token])
    }
  })

  test('that is cut, or has more behind it, is none of ours', () => {
    for (let length = 0; length < text.length; length += 1) assert.equal(tokens.read(text.slice(0, length)), undefined)
    for (const more of ['A', 'AA', 'AAAA', text]) assert.equal(tokens.read(text + more), undefined)
  })

  test('of another instance is none of ours', () =>
    assert.equal(new PageTokens(Buffer.alloc(32, 2)).read(text), undefined))

  test('cannot be put together from the parts of two', () => {
    const [head, tail] = [
      Buffer.from(text, 'base64url'),
      Buffer.from(tokens.write({ ...token, operation: 'list_teams' }), 'base64url'),
    ]
    assert.equal(tokens.read(Buffer.concat([head.subarray(0, 16), tail.subarray(16)]).toString('base64url')), undefined)
  })

  test('is never guessed at', () => {
    const odd = [
      '',
      ' ',
      text.toLowerCase(),
      ` ${text}`,
      `${text} `,
      `${text}=`,
      `${text}\n`,
      `${text}\0`,
      text.replaceAll('_', '/'),
      '../../etc/passwd',
      'null',
      'A'.repeat(24),
      'A'.repeat(100_000),
      '😀'.repeat(30),
    ]
    for (const wrong of odd.filter((wrong) => wrong !== text))
      assert.equal(tokens.read(wrong), undefined, wrong.slice(0, 60))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (wrong) =>
        assert.equal(tokens.read(wrong), undefined),
      ),
    )
  })

  test('whose signed contents are not what we write is none of ours', () => {
    const odd = new PageTokens(Buffer.alloc(32, 1))
    const forged = odd.write({ ...token, organizationId: 'none' })
    assert.equal(odd.read(forged), undefined)
  })
})

describe('an order', () => {
  const sorting = { fields: ['created_at', 'email'], default: 'created_at:asc' }
  const byDefault = [{ field: 'created_at', direction: 'asc' }]

  test('is the default when none is asked for', () => {
    assert.deepEqual(readOrder(undefined, sorting), byDefault)
    assert.deepEqual(readOrder('', sorting), byDefault)
  })

  test('is read from one term or several', () => {
    assert.deepEqual(readOrder('email:desc', sorting), [{ field: 'email', direction: 'desc' }])
    assert.deepEqual(readOrder('email', sorting), [{ field: 'email', direction: 'asc' }])
    assert.deepEqual(readOrder('email:desc, created_at:asc', sorting), [
      { field: 'email', direction: 'desc' },
      ...byDefault,
    ])
  })

  test('is ignored by a list that offers none', () =>
    assert.deepEqual(readOrder('updated_at:desc', { fields: [], default: 'created_at:asc' }), byDefault))

  test('that is unknown is refused by name', () => {
    for (const wrong of [
      'name:asc',
      'email:up',
      'email:ASC',
      'email:asc:desc',
      ',',
      'email:asc,',
      ':asc',
      'constructor:asc',
      '__proto__',
      'email:desc,email:asc',
      'email;drop table',
      `${'email,'.repeat(500)}email`,
    ]) {
      assert.throws(
        () => readOrder(wrong, sorting),
        (error) =>
          error instanceof Problem && error.details[0]?.parameter === 'sort' && error.details[0].reason === 'invalid',
        wrong,
      )
    }
  })
})
