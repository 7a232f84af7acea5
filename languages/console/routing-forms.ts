import type { ByLocale } from './by-locale.ts'
import { routingForms as de } from './de/routing-forms.ts'
import { routingForms as en, type RoutingFormsTexts } from './en/routing-forms.ts'
import { routingForms as es } from './es/routing-forms.ts'
import { routingForms as fr } from './fr/routing-forms.ts'
import { routingForms as it } from './it/routing-forms.ts'
import { routingForms as nl } from './nl/routing-forms.ts'
import { routingForms as pt } from './pt/routing-forms.ts'
import { routingForms as uk } from './uk/routing-forms.ts'

export type { RoutingFormsTexts }

/** The screens of routing forms. */
export const routingFormsTexts: ByLocale<RoutingFormsTexts> = { en, fr, es, de, nl, pt, it, uk }
