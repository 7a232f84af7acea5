import type { Language } from './language.ts'

export const french: Language = {
  locale: 'fr',
  name: 'Français',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday} {day} {month} {year}',
  month: '{month} {year}',
  firstDay: '1er',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} minute', other: '{count} minutes' },
  hours: { one: '{count} heure', other: '{count} heures' },
}
