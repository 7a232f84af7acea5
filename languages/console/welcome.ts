import type { ByLocale } from './by-locale.ts'
import { welcome as de } from './de/welcome.ts'
import { welcome as en, type WelcomeTexts } from './en/welcome.ts'
import { welcome as es } from './es/welcome.ts'
import { welcome as fr } from './fr/welcome.ts'
import { welcome as it } from './it/welcome.ts'
import { welcome as nl } from './nl/welcome.ts'
import { welcome as pt } from './pt/welcome.ts'
import { welcome as uk } from './uk/welcome.ts'

export type { WelcomeTexts }

/** The first run, and what is left of it. */
export const welcomeTexts: ByLocale<WelcomeTexts> = { en, fr, es, de, nl, pt, it, uk }
