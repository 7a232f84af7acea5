import type { ByLocale } from './by-locale.ts'
import { organization as de } from './de/organization.ts'
import { organization as en, type OrganizationTexts } from './en/organization.ts'
import { organization as es } from './es/organization.ts'
import { organization as fr } from './fr/organization.ts'
import { organization as it } from './it/organization.ts'
import { organization as nl } from './nl/organization.ts'
import { organization as pt } from './pt/organization.ts'
import { organization as uk } from './uk/organization.ts'

export type { OrganizationTexts }

/** The screens of the organization. */
export const organizationTexts: ByLocale<OrganizationTexts> = { en, fr, es, de, nl, pt, it, uk }
