const nowhere = 'http://own.invalid'

/**
 * Where to go on after signing in: a path of our own, or undefined. Browsers take `//evil.test`, `/\evil.test` and their like
 * for another host, so what counts is where an address parser lands.
 */
export const ownPath = (text: string | null | undefined): string | undefined => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them, and what is left may be another address.
  if (!text?.startsWith('/') || text.length > 8_000 || /[\u0000-\u0020\\\u007f]/.test(text) || !URL.canParse(text, nowhere)) return undefined
  const { origin, pathname, search } = new URL(text, nowhere)
  return origin === nowhere && !pathname.startsWith('//') ? pathname + search : undefined
}

/** `/login`, and back to that path from there. */
export const loginPath = (back: string): string => `/login?${new URLSearchParams({ return_to: back })}`
