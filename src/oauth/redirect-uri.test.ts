import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import { type Reason, textOf } from '#contract/reasons.ts'
import { checkRedirectUris, isOnOwnMachine, matchesRedirectUri, whyNotRedirectUri, withAnswer } from './redirect-uri.ts'

const saidOf = (why: Reason | undefined): string => (why === undefined ? 'it would do' : textOf(why))

describe('whyNotRedirectUri', () => {
  const good = [
    'https://app.test/callback',
    'https://app.test',
    'https://app.test:8443/a?b=c',
    'http://127.0.0.1/cb',
    'http://localhost:3000/cb',
    'http://[::1]:1/cb',
  ]
  for (const uri of good)
    test(`${uri} will do`, () => assert.equal(whyNotRedirectUri(uri, { native: false }), undefined))

  const bad = [
    ['', /complete URL/],
    ['callback', /complete URL/],
    ['//app.test/callback', /complete URL/],
    ['https://app.test/call back', /complete URL/],
    ['https://app.test/callbäck', /complete URL/],
    ['https://app.test/"', /complete URL/],
    ['https://app.test\\@evil.test/', /complete URL/],
    ['https://app.test/callback#', /fragment/],
    ['https://app.test/callback#x', /fragment/],
    ['https://user@app.test/', /user name/],
    ['https://user:secret@app.test/', /user name/],
    ['https://@app.test/', /user name/],
    ['https://*.app.test/', /wildcard|complete URL/],
    ['https://app.test/*', /wildcard/],
    ['http://app.test/', /https/],
    ['http://127.0.0.1.evil.test/', /https/],
    ['http://localhost.evil.test/', /https/],
    ['http://10.0.0.1/', /https/],
    ['app.test.native:/callback', /https/],
    [`https://app.test/${'a'.repeat(2048)}`, /at most 2048/],
  ] as const
  for (const [uri, why] of bad)
    test(`${uri.slice(0, 40)} will not`, () => assert.match(saidOf(whyNotRedirectUri(uri, { native: false })), why))

  test('a native application may have a scheme of its own, but none that a browser acts on', () => {
    for (const uri of ['test.app.native:/callback', 'cursor://tool/callback', 'vscode://tool'])
      assert.equal(whyNotRedirectUri(uri, { native: true }), undefined)
    for (const scheme of [
      'javascript',
      'data',
      'file',
      'vbscript',
      'blob',
      'about',
      'view-source',
      'intent',
      'mailto',
      'ws',
      'wss',
      'ftp',
      'JavaScript',
      'chrome',
      'filesystem',
      'tel',
      'sms',
    ])
      assert.match(saidOf(whyNotRedirectUri(`${scheme}:x`, { native: true })), /scheme/)
  })
})

test('the longest has 2048 characters', () => {
  const uri = `https://app.test/${'a'.repeat(2048 - 17)}`
  assert.equal(whyNotRedirectUri(uri, { native: false }), undefined)
  assert.equal(saidOf(whyNotRedirectUri(`${uri}a`, { native: false })), 'must be at most 2048 characters')
})

test('of several, the first that cannot be one is refused, by its place', () => {
  assert.doesNotThrow(() => checkRedirectUris([], { native: false }))
  assert.doesNotThrow(() => checkRedirectUris(['https://app.test/', 'http://localhost/'], { native: false }))
  assert.doesNotThrow(() => checkRedirectUris(['test.app.native:/callback'], { native: true }))
  assert.throws(
    () => checkRedirectUris(['https://app.test/', 'http://app.test/', 'ftp://app.test/'], { native: false }),
    (error) => {
      assert.ok(error instanceof Problem)
      assert.deepEqual(
        error.details.map(detailBody).map(({ parameter, message }) => [parameter, message]),
        [['redirect_uris[1]', 'must start with https://, except for this computer']],
      )
      return true
    },
  )
})

describe('matchesRedirectUri', () => {
  const cases: readonly [registered: string, asked: string, confidential: boolean, open: boolean][] = [
    ['https://app.test/cb', 'https://app.test/cb', true, true],
    ['https://app.test/cb', 'https://app.test/cb/', false, false],
    ['https://app.test/cb', 'https://app.test:443/cb', false, false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:5/cb', true, true],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1:5/cb', true, true],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1/cb', true, true],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1:0/cb', false, false],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1:65536/cb', false, false],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1:5/cb?x', false, false],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1:5@evil.test/cb', false, false],
    ['http://127.0.0.1:9876/cb', 'http://127.0.0.1:5.evil.test/cb', false, false],
    ['http://127.0.0.1:9876/cb', 'http://127.1:5/cb', false, false],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:5/cb', false, false],
    ['http://[::1]/cb', 'http://[::1]:5/cb', true, true],
    ['http://[::1]/cb', 'http://127.0.0.1:5/cb', false, false],
    ['http://localhost/cb', 'http://localhost:5/cb', false, true],
    ['http://localhost/cb', 'http://localhost.evil.test:5/cb', false, false],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:5/cb', false, false],
    ['http://127.0.0.1', 'http://127.0.0.1:5', true, true],
    ['http://127.0.0.1', 'http://127.0.0.1:5/', false, false],
  ]
  for (const [registered, asked, confidential, open] of cases) {
    test(`${registered} and ${asked}`, () => {
      assert.equal(matchesRedirectUri(registered, asked, { isPublic: false }), confidential)
      assert.equal(matchesRedirectUri(registered, asked, { isPublic: true }), open)
    })
  }
})

test('only unencrypted loopback addresses are on the own machine', () => {
  for (const uri of ['http://127.0.0.1:5/cb', 'http://127.9.9.9/', 'http://localhost/', 'http://[::1]/'])
    assert.ok(isOnOwnMachine(uri))
  for (const uri of ['https://127.0.0.1/', 'https://app.test/', 'app.test:/cb', 'http://localhost.evil.test/'])
    assert.ok(!isOnOwnMachine(uri))
})

test('an answer is added to whatever query there is', () => {
  assert.equal(
    withAnswer('https://app.test/cb', { code: 'a', state: 'b c&d', iss: undefined }),
    'https://app.test/cb?code=a&state=b+c%26d',
  )
  assert.equal(withAnswer('https://app.test/cb?x=1', { code: 'a' }), 'https://app.test/cb?x=1&code=a')
  assert.equal(withAnswer('https://app.test/cb?', { code: 'a' }), 'https://app.test/cb?code=a')
  assert.equal(withAnswer('https://app.test/cb?x&', { code: 'a' }), 'https://app.test/cb?x&code=a')
})
