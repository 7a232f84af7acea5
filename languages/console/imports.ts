import type { ByLocale } from './by-locale.ts'
import { imports as de } from './de/imports.ts'
import { imports as en, type ImportsTexts } from './en/imports.ts'
import { imports as es } from './es/imports.ts'
import { imports as fr } from './fr/imports.ts'
import { imports as it } from './it/imports.ts'
import { imports as nl } from './nl/imports.ts'
import { imports as pt } from './pt/imports.ts'
import { imports as uk } from './uk/imports.ts'

export type { ImportsTexts }

/** Moving in from another service. */
export const importsTexts: ByLocale<ImportsTexts> = { en, fr, es, de, nl, pt, it, uk }
