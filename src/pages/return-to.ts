const nowhere = 'http://own.invalid'

const longest = 8_000

/**
 * Where to continue after signing in: a path of our own, or undefined. Browsers read `//evil.test`, `/\evil.test` and
 * the like as another host, so the check is where a URL parser ends up.
 */
export const ownPath = (text: string | null | undefined): string | undefined => {
  if (
    !text?.startsWith('/') ||
    text.length > longest ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some, and another address may be left.
    /[\u0000-\u0020\\\u007f]/.test(text) ||
    !URL.canParse(text, nowhere)
  )
    return undefined
  const { origin, pathname, search, hash } = new URL(text, nowhere)
  return origin === nowhere && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** `/login` with the way back to that path. A path that is too long for an address is left out. */
export const loginPath = (back: string): string => {
  const path = `/login?${new URLSearchParams({ return_to: back })}`
  return path.length > longest ? '/login' : path
}

/**
 * In the address of a page whose form was not taken: the script fills it in again, and the page says that it is to be
 * sent once more.
 */
export const typedMark = 'typed'
