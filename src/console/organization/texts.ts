import type { Visit } from '#pages/visit.ts'
import { type AdministrationTexts, administrationTexts } from '../../../languages/console/administration.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import type { Toast } from '../shell/shell.tsx'

export const administrationTextsFor = ({ language }: Pick<Visit, 'language'>): AdministrationTexts =>
  inLocale(administrationTexts, language.locale)

/** The toast for the action named in the query. */
export const toastOf = (visit: Visit): Toast | undefined => {
  const { done } = administrationTextsFor(visit)
  const name = visit.query.get('done') ?? ''
  return Object.hasOwn(done, name) ? { text: done[name as keyof typeof done] } : undefined
}
