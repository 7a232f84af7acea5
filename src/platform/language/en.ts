import type { Language } from './language.ts'

export const english: Language = {
  locale: 'en',
  name: 'English',
  notation: '12h',
  firstWeekday: 0,
  date: '{weekday}, {month} {day}, {year}',
  month: '{month} {year}',
  halves: ['am', 'pm'],
  minutes: { one: '{count} minute', other: '{count} minutes' },
  hours: { one: '{count} hour', other: '{count} hours' },
}
