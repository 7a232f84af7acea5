import type { ByLocale } from './by-locale.ts'
import { shell as de } from './de/shell.ts'
import { shell as en, type ShellTexts } from './en/shell.ts'
import { shell as es } from './es/shell.ts'
import { shell as fr } from './fr/shell.ts'
import { shell as it } from './it/shell.ts'
import { shell as nl } from './nl/shell.ts'
import { shell as pt } from './pt/shell.ts'
import { shell as uk } from './uk/shell.ts'

export type { ShellTexts }

/** What surrounds every screen of the console. */
export const shellTexts: ByLocale<ShellTexts> = { en, fr, es, de, nl, pt, it, uk }
