import type { Visit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type DevelopersTexts, developersTexts } from '../../../languages/console/developers.ts'
import type { Toast } from '../../../web/console/shell.tsx'

export const developersTextsFor = ({ language }: Pick<Visit, 'language'>): DevelopersTexts => inLocale(developersTexts, language.locale)

/** What was just done, by its name in the address. */
export const toastOf = (visit: Visit): Toast | undefined => {
  const { done } = developersTextsFor(visit)
  const name = visit.query.get('done') ?? ''
  return Object.hasOwn(done, name) ? { text: done[name as keyof typeof done] } : undefined
}

/** What came of an attempt to deliver, in the words of the reader. What is not known is shown as it was recorded. */
export const outcomeWords = (visit: Pick<Visit, 'language'>, outcome: string): string => {
  const { outcomes } = developersTextsFor(visit).delivery
  const [, kind = '', rest = ''] = /^(answered|unreachable:|not allowed:) (.+)$/.exec(outcome) ?? []
  if (kind === 'answered') return outcomes.answered.replace('{status}', () => rest)
  if (kind === 'unreachable:') return outcomes.unreachable.replace('{why}', () => rest)
  if (kind === 'not allowed:') return outcomes.notAllowed.replace('{why}', () => rest)
  return knownOutcomes(outcomes)[outcome] ?? outcome
}

const knownOutcomes = (outcomes: DevelopersTexts['delivery']['outcomes']): Readonly<Record<string, string>> => ({
  'no such name': outcomes.unknownName,
  'no connection in time': outcomes.noConnection,
  'no answer in time': outcomes.noAnswer,
  'not sent: the subscription is gone': outcomes.gone,
})
