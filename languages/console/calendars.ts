import type { ByLocale } from './by-locale.ts'
import { calendars as de } from './de/calendars.ts'
import { type CalendarsTexts, calendars as en } from './en/calendars.ts'
import { calendars as es } from './es/calendars.ts'
import { calendars as fr } from './fr/calendars.ts'
import { calendars as it } from './it/calendars.ts'
import { calendars as nl } from './nl/calendars.ts'
import { calendars as pt } from './pt/calendars.ts'
import { calendars as uk } from './uk/calendars.ts'

export type { CalendarsTexts }

/** The screen of calendars. */
export const calendarsTexts: ByLocale<CalendarsTexts> = { en, fr, es, de, nl, pt, it, uk }
