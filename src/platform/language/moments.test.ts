import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languageOf, languages } from '../../../languages/all.ts'
import { filled, wallAt, writeDay, writeSpan, writeTime, writeZone } from './moments.ts'

const first = new Date(Date.UTC(2026, 10, 1, 15, 5))

describe('moments', () => {
  test('are written as each language writes them', () => {
    const written = Object.fromEntries(
      languages.map((language) => [language.locale, `${writeDay(language, first)} · ${writeTime(language, first)}`]),
    )
    assert.deepEqual(written, {
      en: 'Sunday, November 1, 2026 · 3:05 pm',
      fr: 'dimanche 1er novembre 2026 · 15:05',
      es: 'domingo, 1 de noviembre de 2026 · 15:05',
      de: 'Sonntag, 1. November 2026 · 15:05',
      nl: 'zondag 1 november 2026 · 15:05',
      pt: 'domingo, 1 de novembro de 2026 · 15:05',
      it: 'domenica 1º novembre 2026 · 15:05',
      uk: 'неділя, 1 листопада 2026 р. · 15:05',
    })
  })

  test('midnight and noon are twelve, and the notation can be chosen', () => {
    const english = languageOf('en')
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour, 0))
    assert.deepEqual(
      [writeTime(english, at(0)), writeTime(english, at(12)), writeTime(english, at(23))],
      ['12:00 am', '12:00 pm', '11:00 pm'],
    )
    assert.equal(writeTime(english, at(0), '24h'), '00:00')
    assert.equal(writeTime(languageOf('uk'), at(13), '12h'), '1:00 пп')
  })

  test('are what the wall shows, in the hour that comes twice and around it, by our own zones', () => {
    const shown = (hour: number, minute: number) =>
      wallAt(new Date(Date.UTC(2026, 9, 25, hour, minute)), 'Europe/Berlin')
        .toISOString()
        .slice(11, 16)
    assert.deepEqual([shown(0, 30), shown(1, 30), shown(2, 30)], ['02:30', '02:30', '03:30'])
    assert.equal(
      writeZone({ locale: 'de' }, 'Europe/Berlin', new Date(Date.UTC(2026, 9, 25, 0, 30))),
      'Berlin (UTC+02:00)',
    )
    assert.equal(
      writeZone({ locale: 'de' }, 'Europe/Berlin', new Date(Date.UTC(2026, 9, 25, 1, 30))),
      'Berlin (UTC+01:00)',
    )
    assert.equal(
      writeZone({ locale: 'en' }, 'America/St_Johns', new Date(Date.UTC(2026, 0, 1))),
      'St. John’s (UTC−03:30)',
    )
    assert.equal(wallAt(first, 'Nowhere/At_All').getTime(), first.getTime())
  })

  test('a span names the second day only when it needs to', () => {
    const english = languageOf('en')
    const from = new Date(Date.UTC(2026, 10, 16, 22, 30))
    const to = new Date(Date.UTC(2026, 10, 16, 23, 30))
    assert.equal(writeSpan(english, from, to, 'UTC'), 'Monday, November 16, 2026, 10:30 pm – 11:30 pm')
    assert.equal(
      writeSpan(english, from, to, 'Europe/Paris', '24h'),
      'Monday, November 16, 2026, 23:30 – Tuesday, November 17, 2026, 00:30',
    )
  })

  test('what is put into a pattern is not a pattern', () => {
    assert.equal(filled('{a} {b} {c}', { a: '{b}', b: '$&' }), '{b} $& {c}')
  })

  test('a language that we do not speak is English', () => {
    assert.equal(languageOf('ps').locale, 'en')
    assert.equal(languageOf('constructor').locale, 'en')
  })
})
