import type { Visit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type WelcomeTexts, welcomeTexts } from '../../../languages/console/welcome.ts'
import type { ConsolePage } from '../console-page.ts'

export const textsFor = ({ language }: Pick<Visit, 'language'>): WelcomeTexts => inLocale(welcomeTexts, language.locale)

/** A page of the first run: without navigation. Its address may be a secret. */
export const barePage = (page: Pick<ConsolePage, 'title' | 'content'> & Partial<ConsolePage>): ConsolePage => ({
  ...page,
  screen: 'welcome',
  isBare: true,
})
