import type { ByLocale } from './by-locale.ts'
import { developers as de } from './de/developers.ts'
import { type DevelopersTexts, developers as en } from './en/developers.ts'
import { developers as es } from './es/developers.ts'
import { developers as fr } from './fr/developers.ts'
import { developers as it } from './it/developers.ts'
import { developers as nl } from './nl/developers.ts'
import { developers as pt } from './pt/developers.ts'
import { developers as uk } from './uk/developers.ts'

export type { DevelopersTexts }

/** The screens for developers. */
export const developersTexts: ByLocale<DevelopersTexts> = { en, fr, es, de, nl, pt, it, uk }
