import type { ByLocale } from './by-locale.ts'
import { eventTypes as de } from './de/event-types.ts'
import { type EventTypesTexts, eventTypes as en } from './en/event-types.ts'
import { eventTypes as es } from './es/event-types.ts'
import { eventTypes as fr } from './fr/event-types.ts'
import { eventTypes as it } from './it/event-types.ts'
import { eventTypes as nl } from './nl/event-types.ts'
import { eventTypes as pt } from './pt/event-types.ts'
import { eventTypes as uk } from './uk/event-types.ts'

export type { EventTypesTexts }

/** The list of event types, and everything about one. */
export const eventTypesTexts: ByLocale<EventTypesTexts> = { en, fr, es, de, nl, pt, it, uk }
