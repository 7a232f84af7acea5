/** The same texts in every language we speak. */
export type ByLocale<Texts> = Readonly<Record<'en' | 'fr' | 'es' | 'de' | 'nl' | 'pt' | 'it' | 'uk', Texts>>

/** English for a language that we do not speak. */
export const inLocale = <Texts>(texts: ByLocale<Texts>, locale: string): Texts =>
  texts[locale as keyof ByLocale<Texts>] ?? texts.en
