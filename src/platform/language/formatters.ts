/**
 * Memoizes formatters of the runtime: one takes a third of a millisecond to create, and a screen writes dozens of
 * dates. Locales and forms are few.
 */
const memoized = <Options extends object, Formatter>(create: (locale: string, options: Options) => Formatter) => {
  const created = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`
    const formatter = created.get(key) ?? create(locale, options)
    created.set(key, formatter)
    return formatter
  }
}

/** Always as if the instant were in UTC: which day it is somewhere is computed before. */
export const dateFormat = memoized(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
)

export const numberFormat = memoized(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

export const listFormat = memoized((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
