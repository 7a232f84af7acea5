import type { ByLocale } from './by-locale.ts'
import { messages as de } from './de/messages.ts'
import { messages as en, type MessagesTexts } from './en/messages.ts'
import { messages as es } from './es/messages.ts'
import { messages as fr } from './fr/messages.ts'
import { messages as it } from './it/messages.ts'
import { messages as nl } from './nl/messages.ts'
import { messages as pt } from './pt/messages.ts'
import { messages as uk } from './uk/messages.ts'

export type { MessagesTexts }

/** Messages in the words of hosts. */
export const messagesTexts: ByLocale<MessagesTexts> = { en, fr, es, de, nl, pt, it, uk }
