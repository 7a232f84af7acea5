import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { dutch } from './nl.ts'
import { portuguese } from './pt.ts'
import type { Texts } from './texts.ts'
import { ukrainian } from './uk.ts'

/** What the booking pages say, by language. */
export const texts: Readonly<Record<string, Texts>> = {
  en: english,
  fr: french,
  es: spanish,
  de: german,
  nl: dutch,
  pt: portuguese,
  it: italian,
  uk: ukrainian,
}

/** English for one that we do not speak. */
export const textsOf = (locale: string): Texts => texts[locale] ?? english
