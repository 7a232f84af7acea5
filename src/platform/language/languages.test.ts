import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { languageOf, languages } from '../../../languages/all.ts'
import type { Language, Plural } from '../../../languages/language.ts'
import { packageRoot } from '../root.ts'

type Text = readonly [name: string, text: string]

/** Every text of a language with the way to it: `pages.seatsLeft.one`. */
const textsIn = (value: unknown, name = ''): readonly Text[] => {
  if (typeof value === 'string') return [[name, value]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([part, inner]) => textsIn(inner, name === '' ? part : `${name}.${part}`))
    : []
}

const isPlural = (value: unknown): value is Plural =>
  typeof value === 'object' &&
  value !== null &&
  'other' in value &&
  Object.keys(value).every((form) => ['one', 'few', 'many', 'other'].includes(form))

const pluralsIn = (value: unknown, name = ''): readonly (readonly [name: string, plural: Plural])[] => {
  if (isPlural(value)) return [[name, value]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([part, inner]) => pluralsIn(inner, name === '' ? part : `${name}.${part}`))
    : []
}

/** What is put into a text; of a plural each form has the same. */
const holesIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join()
const withoutForm = (name: string): string => name.replace(/\.(?:one|few|many|other)$/, '')
const holesOf = (language: Language): ReadonlyMap<string, string> =>
  new Map(
    textsIn({ pages: language.pages, mails: language.mails }).map(([name, text]) => [withoutForm(name), holesIn(text)]),
  )

describe('the languages', () => {
  test('are those of the contract, each in a file that stands in the list', () => {
    assert.deepEqual(
      languages.map(({ locale }) => locale),
      ['en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk'],
    )
    const files = readdirSync(join(packageRoot, 'languages')).filter((name) => /^[a-z]{2}\.ts$/.test(name))
    assert.deepEqual(files.sort(), languages.map(({ locale }) => `${locale}.ts`).sort())
  })

  test('each says everything that pages and mails say, with the same to put in', () => {
    const english = holesOf(languageOf('en'))
    for (const language of languages) {
      const blank = textsIn(language).filter(([, text]) => text.trim() === '')
      assert.deepEqual(blank, [], language.locale)
      assert.deepEqual([...holesOf(language)].sort(), [...english].sort(), language.locale)
    }
  })

  test('each has a form for every number there may be', () => {
    const wrong = languages.flatMap((language) => {
      const rules = new Intl.PluralRules(language.locale)
      const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
      return pluralsIn(language).flatMap(([name, plural]) =>
        [...needed]
          .filter((category) => !Object.hasOwn(plural, category))
          .map((category) => `${language.locale} ${name}: ${category}`),
      )
    })
    assert.deepEqual(wrong, [])
    assert.ok(pluralsIn(languageOf('en')).length >= 5)
  })
})
