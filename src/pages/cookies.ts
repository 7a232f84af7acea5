/**
 * The one cookie. A browser takes the prefix `__Host-` only from a secure page, for this very host and no path below it, and
 * keeps it from scripts and from requests that other sites begin, except for following a link.
 */
const cookieName = '__Host-openslot'

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** The value of our cookie in a Cookie header. Where it stands twice, neither is trusted. */
export const readCookie = (header: string | undefined): string | undefined => {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
  return values.length === 1 ? values[0] : undefined
}

/** Without a lifetime it is gone with the browser. */
export const writeCookie = (value: string, maxAgeSeconds?: number): string =>
  `${cookieName}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`
