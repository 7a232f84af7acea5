import { remarkFrom, remarkText } from '#imports/index.ts'
import type { Visit } from '#pages/visit.ts'
import { counted } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type ImportsTexts, importsTexts } from '../../../languages/console/imports.ts'

export const importsTextsFor = ({ language }: Pick<Visit, 'language'>): ImportsTexts =>
  inLocale(importsTexts, language.locale)

/** The sentence of a remark in the language of the page. */
export const remarkIn = (texts: ImportsTexts, remark: unknown): string =>
  remarkText(remarkFrom(remark), texts.remarks, (parameter, value) => nameIn(texts, parameter, value))

/** Lists and kinds of records have names in each language. */
const nameIn = ({ records }: ImportsTexts, parameter: string, value: string): string => {
  const kind = parameter === 'list' ? recordOfStep[value as keyof typeof recordOfStep] : value
  return ['list', 'kind'].includes(parameter) && kind in records ? records[kind as keyof typeof records] : value
}

/** What each step of an import brings. */
export const recordOfStep = {
  members: 'users',
  groups: 'groups',
  group_members: 'groups',
  schedules: 'user_availability_schedules',
  event_types: 'event_types',
  routing_forms: 'routing_forms',
  submissions: 'routing_form_submissions',
  counting: 'scheduled_events',
  meetings: 'scheduled_events',
  webhooks: 'webhook_subscriptions',
} as const

export const durationOf = (visit: Visit, seconds: number): string => {
  const texts = importsTextsFor(visit)
  return seconds < 90
    ? counted(visit.language, seconds, texts.seconds)
    : counted(visit.language, Math.ceil(seconds / 60), texts.minutes)
}
