import type { Language } from './language.ts'

export const spanish: Language = {
  locale: 'es',
  name: 'Español',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday}, {day} de {month} de {year}',
  month: '{month} de {year}',
  halves: ['a. m.', 'p. m.'],
  minutes: { one: '{count} minuto', other: '{count} minutos' },
  hours: { one: '{count} hora', other: '{count} horas' },
}
