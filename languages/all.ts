import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import type { Language } from './language.ts'
import { dutch } from './nl.ts'
import { portuguese } from './pt.ts'
import { ukrainian } from './uk.ts'

/** Every language we speak. */
export const languages: readonly Language[] = [english, french, spanish, german, dutch, portuguese, italian, ukrainian]

const byLocale = new Map(languages.map((language) => [language.locale, language]))

/** English for one that we do not speak. */
export const languageOf = (locale: string): Language => byLocale.get(locale) ?? english
