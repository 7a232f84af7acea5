import type { ByLocale } from './by-locale.ts'
import { meetings as de } from './de/meetings.ts'
import { meetings as en, type MeetingsTexts } from './en/meetings.ts'
import { meetings as es } from './es/meetings.ts'
import { meetings as fr } from './fr/meetings.ts'
import { meetings as it } from './it/meetings.ts'
import { meetings as nl } from './nl/meetings.ts'
import { meetings as pt } from './pt/meetings.ts'
import { meetings as uk } from './uk/meetings.ts'

export type { MeetingsTexts }

/** The screen of meetings. */
export const meetingsTexts: ByLocale<MeetingsTexts> = { en, fr, es, de, nl, pt, it, uk }
