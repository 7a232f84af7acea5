import type { Language } from './language.ts'

export const dutch: Language = {
  locale: 'nl',
  name: 'Nederlands',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday} {day} {month} {year}',
  month: '{month} {year}',
  halves: ['a.m.', 'p.m.'],
  minutes: { one: '{count} minuut', other: '{count} minuten' },
  hours: { one: '{count} uur', other: '{count} uur' },
}
