import type { Visit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type MessagesTexts, messagesTexts } from '../../../languages/console/messages.ts'
import type { Language } from '../../../languages/language.ts'

export const messagesTextsFor = ({ language }: Pick<Visit, 'language'>): MessagesTexts =>
  inLocale(messagesTexts, language.locale)

const minutesIn = { minutes: 1, hours: 60, days: 1440 } as const
export type Unit = keyof typeof minutesIn
export const units = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[]

/** The largest unit that the distance is a whole number of. */
export const inUnits = (minutes: number): { readonly count: number; readonly unit: Unit } => {
  const unit = minutes > 0 && minutes % 1440 === 0 ? 'days' : minutes > 0 && minutes % 60 === 0 ? 'hours' : 'minutes'
  return { count: minutes / minutesIn[unit], unit }
}

export const minutesFrom = (count: number, unit: string): number =>
  count * minutesIn[units.find((one) => one === unit) ?? 'minutes']

interface Told {
  readonly trigger: keyof MessagesTexts['when']
  readonly offset_minutes: number | null
  readonly audience: keyof MessagesTexts['to']
}

/** `1 day before the meeting, email the invitee` */
export const sentenceOf = (
  texts: MessagesTexts,
  language: Language,
  { trigger, offset_minutes: minutes, audience }: Told,
): string => {
  const { count, unit } = inUnits(minutes ?? 0)
  const time = counted(language, count, unit === 'days' ? texts.days : language[unit])
  return filled(texts.to[audience], { when: filled(texts.when[trigger], { time }) })
}
