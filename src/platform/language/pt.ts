import type { Language } from './language.ts'

export const portuguese: Language = {
  locale: 'pt',
  name: 'Português',
  notation: '24h',
  firstWeekday: 0,
  date: '{weekday}, {day} de {month} de {year}',
  month: '{month} de {year}',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} minuto', other: '{count} minutos' },
  hours: { one: '{count} hora', other: '{count} horas' },
}
