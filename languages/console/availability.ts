import type { ByLocale } from './by-locale.ts'
import { availability as de } from './de/availability.ts'
import { type AvailabilityTexts, availability as en } from './en/availability.ts'
import { availability as es } from './es/availability.ts'
import { availability as fr } from './fr/availability.ts'
import { availability as it } from './it/availability.ts'
import { availability as nl } from './nl/availability.ts'
import { availability as pt } from './pt/availability.ts'
import { availability as uk } from './uk/availability.ts'

export type { AvailabilityTexts }

/** Hours, exceptions, and why a time is not offered. */
export const availabilityTexts: ByLocale<AvailabilityTexts> = { en, fr, es, de, nl, pt, it, uk }
