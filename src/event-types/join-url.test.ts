import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinUrlFor, randomIn, whyNotCustomLocation, whyNotJoinUrl } from './join-url.ts'

const random = 'abcdefghijklmnopqrstuvwxyz'
const other = '234567abcdefghijklmnopqrst'
const uuid = '6a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'

test('a join URL is https, without credentials, with known placeholders, and at most 2,048 characters long', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['https://zoom.us/j/1', undefined],
    ['https://meet.jit.si/{random}', undefined],
    ['https://{random}.meet.test/{uuid}?again={random}', undefined],
    ['http://meet.jit.si/{random}', 'not_https'],
    ['javascript:alert("{random}")', 'not_https'],
    ['meet.jit.si/{random}', 'not_https'],
    ['https://user@meet.jit.si/{random}', 'not_https'],
    ['', 'not_https'],
    ['https://meet.jit.si/{name}', 'join_url_placeholder'],
    ['https://meet.jit.si/{random', 'join_url_placeholder'],
    ['https://meet.jit.si/{Random}', 'join_url_placeholder'],
    ['https://meet.jit.si/{{random}}', 'join_url_placeholder'],
    [`https://meet.jit.si/${'a'.repeat(2_020)}{random}`, 'too_long'],
  ]
  for (const [template, expected] of cases) assert.equal(whyNotJoinUrl(template), expected, template)
})

test('a custom location is any text; one that is meant as a pattern must be a good one', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['At the river', undefined],
    ['Room {blue}', undefined],
    ['https://meet.test/me', undefined],
    ['http://meet.test/me', undefined],
    ['https://meet.jit.si/{random}', undefined],
    ['http://meet.jit.si/{random}', 'not_https'],
    ['Jitsi {random}', 'not_https'],
    ['https://meet.jit.si/{uuid}', 'join_url_placeholder'],
    ['https://meet.jit.si/{name}/{random}', 'join_url_placeholder'],
  ]
  for (const [location, expected] of cases) assert.equal(whyNotCustomLocation(location), expected, location)
})

test('the random part of a URL is found where the URL was made from the template, and nowhere else', () => {
  const templates = [
    'https://meet.jit.si/{random}',
    'https://meet.test/a.b?c=(d)&e={uuid}#{random}',
    'https://{random}.meet.test/{random}/{uuid}-{uuid}',
  ]
  for (const template of templates) {
    const url = joinUrlFor(template, { uuid, random })
    for (const one of templates) assert.equal(randomIn(one, url), one === template ? random : undefined, one)
    assert.equal(randomIn(template, `${url}x`), undefined)
    assert.equal(randomIn(template, null), undefined)
  }
  assert.equal(randomIn('https://meet.test/a.b/{random}', `https://meet.test/aXb/${random}`), undefined)
  assert.equal(randomIn('https://a.test/{random}/{random}', `https://a.test/${random}/${other}`), undefined)
  assert.equal(randomIn('https://meet.test/me', 'https://meet.test/me'), undefined, 'nothing random in it')
})
