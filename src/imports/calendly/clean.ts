import { inOneLine, isEmail, isVisible } from '#contract/wire.ts'
import { zoneNameOf } from '#platform/time/zones.ts'

// What others wrote, as our own rules would have let it in. Nothing is refused: a meeting is worth more than a control
// character.

/** The beginning of a text: no half of a character, which no database takes. */
export const cutTo = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

/** One line without control characters. */
export const cleanLine = (text: string, maxLength: number, fallback: string): string => {
  const line = cutTo(
    inOneLine(text)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
      .trim(),
    maxLength,
  )
  return line !== '' && isVisible(line) ? line : fallback
}

export const cleanEmail = (text: string): string | undefined => (isEmail(text.trim()) ? text.trim() : undefined)

/** As tzdata spells it, or UTC. */
export const cleanZone = (name: string | null): string => (name === null ? undefined : zoneNameOf(name)) ?? 'UTC'

const locales = ['en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk'] as const

/** The language, whatever the country. */
export const cleanLocale = (text: string | null | undefined): (typeof locales)[number] | null =>
  locales.find((locale) => locale === text?.slice(0, 2).toLowerCase()) ?? null

/** The value if it is one of these. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null | undefined,
  fallback: Value,
): Value => values.find((value) => value === text) ?? fallback

export const within = (number: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Math.round(number)))

/** For what becomes a link: no other scheme. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const httpsAddress = (text: string | null): string | null => {
  if (text === null || text.length > 2000 || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? text : null
}
