import type { Language } from './language.ts'

export const italian: Language = {
  locale: 'it',
  name: 'Italiano',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday} {day} {month} {year}',
  month: '{month} {year}',
  firstDay: '1º',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} minuto', other: '{count} minuti' },
  hours: { one: '{count} ora', other: '{count} ore' },
}
