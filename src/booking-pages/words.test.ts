import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pageLanguageOf } from '#booking-pages/page-language.ts'
import { wallAt, writeDay } from '#platform/language/moments.ts'
import { counted, dateOf, dayNumber, weekdays, weeksOf, writeDate, writeMonth } from '#ui/format.ts'
import { languages } from '../../languages/all.ts'

describe('days on a booking page', () => {
  test('are written as in mails, every day of five years in every language', () => {
    const [first, last] = [dayNumber('2024-01-01'), dayNumber('2028-12-31')]
    for (const language of languages) {
      const pageLanguage = pageLanguageOf(language.locale)
      for (let day = first; day <= last; day += 1) {
        const date = dateOf(day)
        assert.equal(writeDate(pageLanguage, date), writeDay(language, wallAt(new Date(`${date}T00:00:00Z`), 'UTC')))
      }
    }
  })

  test('months are in the form that the language uses for a month alone', () => {
    assert.deepEqual(
      languages.map(({ locale }) => writeMonth(pageLanguageOf(locale), '2026-01')),
      [
        'January 2026',
        'janvier 2026',
        'enero de 2026',
        'Januar 2026',
        'januari 2026',
        'janeiro de 2026',
        'gennaio 2026',
        'січень 2026 р.',
      ],
    )
  })

  test('a week begins on the first weekday of the language, and every date is below its weekday', () => {
    const names = (locale: string): string[] => weekdays(pageLanguageOf(locale)).map(({ long }) => long)
    assert.deepEqual([names('en')[0], names('de')[0], names('en')[6]], ['Sunday', 'Montag', 'Saturday'])
    for (const { locale } of languages)
      for (const month of ['1969-12', '2024-02', '2026-11', '2027-08'])
        for (const week of weeksOf(pageLanguageOf(locale), month))
          for (const [index, date] of week.entries())
            if (date !== undefined)
              assert.ok(
                writeDate(pageLanguageOf(locale), date).includes(names(locale)[index] ?? 'none'),
                `${locale} ${date}`,
              )
  })

  test('plurals follow the language', () => {
    const pageLanguage = pageLanguageOf('uk')
    assert.deepEqual(
      [1, 2, 5, 11, 21, 22].map((count) => counted(pageLanguage, count, pageLanguage.minutes)),
      ['1 хвилина', '2 хвилини', '5 хвилин', '11 хвилин', '21 хвилина', '22 хвилини'],
    )
  })
})
