import type { Language } from '../../languages/language.ts'
import type { PageTexts } from '../../languages/page-texts.ts'

/** The language of a page: its texts, and how it writes days and times. A page carries only one language. */
export interface PageLanguage
  extends Pick<Language, 'locale' | 'firstWeekday' | 'date' | 'month' | 'firstDay' | 'halves' | 'minutes' | 'hours'> {
  readonly texts: PageTexts
}
