import type { Language } from './language.ts'

export const german: Language = {
  locale: 'de',
  name: 'Deutsch',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday}, {day}. {month} {year}',
  month: '{month} {year}',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} Minute', other: '{count} Minuten' },
  hours: { one: '{count} Stunde', other: '{count} Stunden' },
}
