import type { Language } from './language.ts'

export const ukrainian: Language = {
  locale: 'uk',
  name: 'Українська',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday}, {day} {month} {year} р.',
  month: '{month} {year} р.',
  halves: ['дп', 'пп'],
  minutes: { one: '{count} хвилина', few: '{count} хвилини', many: '{count} хвилин', other: '{count} хвилини' },
  hours: { one: '{count} година', few: '{count} години', many: '{count} годин', other: '{count} години' },
}
