import type { ByLocale } from './by-locale.ts'
import { administration as de } from './de/administration.ts'
import { type AdministrationTexts, administration as en } from './en/administration.ts'
import { administration as es } from './es/administration.ts'
import { administration as fr } from './fr/administration.ts'
import { administration as it } from './it/administration.ts'
import { administration as nl } from './nl/administration.ts'
import { administration as pt } from './pt/administration.ts'
import { administration as uk } from './uk/administration.ts'

export type { AdministrationTexts }

/** Groups, the activity log, sent mail and privacy. */
export const administrationTexts: ByLocale<AdministrationTexts> = { en, fr, es, de, nl, pt, it, uk }
