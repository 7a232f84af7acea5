import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../languages/console/by-locale.ts'
import { shellTexts } from '../../languages/console/shell.ts'

/** More rows make a page slow, and nobody reads them: the search finds the others. */
export const mostRows = 100

/** What is said below a list that was cut; undefined for one that is whole. */
export const cutNote = ({ language }: Pick<SignedInVisit, 'language'>, rows: number): string | undefined =>
  rows > mostRows ? filled(inLocale(shellTexts, language.locale).cut, { count: String(mostRows) }) : undefined
