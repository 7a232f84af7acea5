import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshUntil, isDocumentAddress } from './document.ts'
import { answersChallenge, isChallenge } from './pkce.ts'

describe('the address of a document', () => {
  for (const address of ['https://tool.test/client.json', 'https://tool.test:8443/a/b', 'https://tool.test/a/'])
    test(`${address} is one`, () => assert.ok(isDocumentAddress(address)))
  const others = [
    'http://tool.test/client.json',
    'https://tool.test',
    'https://tool.test/',
    'https://tool.test/a#b',
    'https://tool.test/a?b',
    'https://u@tool.test/a',
    'https://tool.test/a/../b',
    'https://TOOL.test/a',
    'https://tool.test:443/a',
    'https://tool.test/a b',
    'ftp://tool.test/a',
    'nonsense',
    `https://tool.test/${'a'.repeat(2048)}`,
  ]
  for (const address of others) test(`${address.slice(0, 40)} is none`, () => assert.ok(!isDocumentAddress(address)))
})

test('a document is fresh as long as its headers say, between five minutes and a day; an hour by default', () => {
  const now = new Date('2026-03-02T10:00:00.000Z')
  const minutes = (cacheControl: string | undefined) =>
    (freshUntil(cacheControl, now).getTime() - now.getTime()) / 60_000
  assert.deepEqual(
    [
      undefined,
      '',
      'public',
      'max-age=600',
      'public, max-age=7200',
      'max-age=1',
      'max-age=999999999',
      'no-store',
      'no-cache, max-age=7200',
      's-maxage=600',
    ].map(minutes),
    [60, 60, 60, 10, 120, 5, 1440, 5, 5, 60],
  )
})

test('only the right verifier matches its challenge (RFC 7636, appendix B)', () => {
  const [verifier, challenge] = [
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ]
  assert.ok(isChallenge(challenge))
  assert.ok(answersChallenge(challenge, verifier))
  assert.ok(answersChallenge(null, undefined))
  for (const wrong of [challenge, `${verifier}a`, verifier.slice(1), '', undefined])
    assert.ok(!answersChallenge(challenge, wrong))
  assert.ok(!answersChallenge(null, verifier))
})
