import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { texts } from '../../../web/languages/all.ts'
import type { Plural } from '../../../web/languages/texts.ts'
import { localeFor, locales, readsTwelveHours, speechOf } from './speech.ts'

const formsOf = (value: string | Plural): string[] => (typeof value === 'string' ? [value] : Object.values(value))
const holesIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join()

describe('the languages of the booking pages', () => {
  test('are those of the contract, and each says everything, with the same to fill in', () => {
    assert.deepEqual(Object.keys(texts).sort(), [...locales].sort())
    const english = speechOf('en').texts
    const wrong = locales.flatMap((locale) =>
      Object.entries(speechOf(locale).texts).flatMap(([name, value]) => {
        const holes = holesIn(formsOf(english[name as keyof typeof english])[0] ?? '')
        return formsOf(value)
          .filter((text) => text.trim() === '' || holesIn(text) !== holes)
          .map((text) => `${locale}.${name}: ${text}`)
      }),
    )
    assert.deepEqual(wrong, [])
  })

  test('have a form for every number there may be', () => {
    const wrong = locales.flatMap((locale) => {
      const { minutes, hours, texts: words } = speechOf(locale)
      const needed = new Set(Array.from({ length: 200 }, (_, count) => new Intl.PluralRules(locale).select(count)))
      return [minutes, hours, words.minutes, words.timesFree, words.seatsLeft].flatMap((plural, place) =>
        [...needed].filter((category) => !Object.hasOwn(plural, category)).map((category) => `${locale} ${place}: ${category}`),
      )
    })
    assert.deepEqual(wrong, [])
  })

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
