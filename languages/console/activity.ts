import type { ByLocale } from './by-locale.ts'
import { activity as de } from './de/activity.ts'
import { type ActivityTexts, activity as en } from './en/activity.ts'
import { activity as es } from './es/activity.ts'
import { activity as fr } from './fr/activity.ts'
import { activity as it } from './it/activity.ts'
import { activity as nl } from './nl/activity.ts'
import { activity as pt } from './pt/activity.ts'
import { activity as uk } from './uk/activity.ts'

export type { ActivityTexts }

/** The names of what the activity log holds. */
export const activityTexts: ByLocale<ActivityTexts> = { en, fr, es, de, nl, pt, it, uk }
