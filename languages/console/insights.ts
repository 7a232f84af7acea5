import type { ByLocale } from './by-locale.ts'
import { insights as de } from './de/insights.ts'
import { insights as en, type InsightsTexts } from './en/insights.ts'
import { insights as es } from './es/insights.ts'
import { insights as fr } from './fr/insights.ts'
import { insights as it } from './it/insights.ts'
import { insights as nl } from './nl/insights.ts'
import { insights as pt } from './pt/insights.ts'
import { insights as uk } from './uk/insights.ts'

export type { InsightsTexts }

/** How the meetings of the last days went. */
export const insightsTexts: ByLocale<InsightsTexts> = { en, fr, es, de, nl, pt, it, uk }
