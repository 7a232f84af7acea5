import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { localeFor, readsTwelveHours } from './locale.ts'

describe('the language of a booking page', () => {
  test('what the visitor chose, then what is set for the type, then the browser, then English', () => {
    assert.equal(localeFor('uk', 'fr', 'de'), 'uk')
    assert.equal(localeFor('xx', 'fr', 'de'), 'fr')
    assert.equal(localeFor(null, 'en', 'de'), 'en')
    assert.equal(localeFor('xx', null, 'ja, pt-BR;q=0.8, de;q=0.9'), 'de')
    assert.equal(localeFor(null, null, 'ja'), 'en')
    assert.equal(localeFor(null, undefined, undefined), 'en')
    assert.equal(localeFor(null, null, 'de;q=0, nl;q=nonsense'), 'en')
  })

  test('English has 12-hour or 24-hour times, by region', () => {
    assert.deepEqual(
      [readsTwelveHours('en', 'en-US'), readsTwelveHours('en', 'en-GB, en;q=0.8'), readsTwelveHours('de', 'de')],
      [true, false, false],
    )
  })
})
