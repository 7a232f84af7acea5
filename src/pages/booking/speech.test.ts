import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { localeFor, readsTwelveHours } from './speech.ts'

describe('the language of a booking page', () => {
  test('what the address asks for, then the browser, then the type, then English', () => {
    assert.equal(localeFor('uk', 'de', 'fr'), 'uk')
    assert.equal(localeFor('xx', 'ja, pt-BR;q=0.8, de;q=0.9', 'fr'), 'de')
    assert.equal(localeFor(null, 'ja', 'fr'), 'fr')
    assert.equal(localeFor(null, undefined, 'ja'), 'en')
    assert.equal(localeFor(null, 'de;q=0, nl;q=nonsense', 'it'), 'it')
  })

  test('English is read with twelve hours or with twenty-four, by where', () => {
    assert.deepEqual([readsTwelveHours('en', 'en-US'), readsTwelveHours('en', 'en-GB, en;q=0.8'), readsTwelveHours('de', 'de')], [true, false, false])
  })
})
