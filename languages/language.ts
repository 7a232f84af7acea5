import type { AccountTexts } from './account-texts.ts'
import type { MailTexts } from './mail-texts.ts'
import type { PageTexts } from './page-texts.ts'

/** 24 hours, or twice 12. */
export type Notation = '12h' | '24h'

/**
 * All that we need to speak a language: how it writes dates and times, and what pages and mails say. A new one is one file that has
 * all of it, and its line in `all.ts`. Names of months and weekdays and the rules of plurals are known to the runtime.
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
  /** What the pages for members say, in `account/`. */
  readonly account: AccountTexts
}

/** What is said of so many, with `{count}`: by the plural categories of the language, and `other` for the rest. */
export interface Plural {
  readonly one?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}
