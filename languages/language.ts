import type { AccountTexts } from './account-texts.ts'
import type { MailTexts } from './mail-texts.ts'
import type { PageTexts } from './page-texts.ts'
import type { RequestTexts } from './request-texts.ts'

/** 24 hours, or twice 12. */
export type Notation = '12h' | '24h'

/**
 * A language: how it writes dates and times, and its texts. A new language is one file and a line in `all.ts`. The
 * runtime knows the names of months and weekdays and the plural rules.
 */
export interface Language {
  /** `fr` */
  readonly locale: string
  /** As its speakers call it. */
  readonly name: string
  readonly notation: Notation
  /** 0 is Sunday. */
  readonly firstWeekday: 0 | 1
  /** With `{weekday}`, `{day}`, `{month}` and `{year}`. */
  readonly date: string
  /** For subjects, with `{weekday}`, `{day}` and `{month}`, the names abbreviated. */
  readonly shortDate: string
  /** A month by itself, with `{month}` and `{year}`. */
  readonly month: string
  /** How the first of the month is written, where it is not `1`. */
  readonly firstDay?: string
  /** Before and after noon. */
  readonly halves: readonly [string, string]
  readonly minutes: Plural
  readonly hours: Plural
  readonly pages: PageTexts
  readonly mails: MailTexts
  /** The texts about booking requests, in `requests/`. */
  readonly requests: RequestTexts
  /** The texts of account pages, in `account/`. */
  readonly account: AccountTexts
}

/** A text with `{count}` by the plural categories of the language; `other` is the default. */
export interface Plural {
  readonly one?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}
