import { type Country, countries } from '#availability/index.ts'

/** The zones in which most people of a country live. */
const ofZones: Readonly<Record<string, Country>> = {
  'Europe/Vienna': 'AT',
  'Europe/Brussels': 'BE',
  'America/Sao_Paulo': 'BR',
  'America/Toronto': 'CA',
  'America/Vancouver': 'CA',
  'Europe/Zurich': 'CH',
  'Europe/Berlin': 'DE',
  'Europe/Copenhagen': 'DK',
  'Europe/Madrid': 'ES',
  'Europe/Helsinki': 'FI',
  'Europe/Paris': 'FR',
  'Europe/London': 'GB',
  'Europe/Dublin': 'IE',
  'Europe/Rome': 'IT',
  'Europe/Amsterdam': 'NL',
  'Europe/Oslo': 'NO',
  'Europe/Warsaw': 'PL',
  'Europe/Lisbon': 'PT',
  'Europe/Stockholm': 'SE',
  'Europe/Kyiv': 'UA',
  'Europe/Kiev': 'UA',
}

const ofLocales: Readonly<Record<string, Country>> = {
  fr: 'FR',
  es: 'ES',
  de: 'DE',
  nl: 'NL',
  pt: 'PT',
  it: 'IT',
  uk: 'UA',
}

/** The country that was asked for; else the likely one. */
export const countryFor = (asked: string | null, zone: string, locale: string): Country =>
  countries.find((country) => country === asked) ?? ofZones[zone] ?? ofLocales[locale] ?? 'US'
