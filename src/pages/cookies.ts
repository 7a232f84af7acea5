/**
 * The one cookie. Browsers accept the prefix `__Host-` only from a secure page, for exactly this host and all its paths. It is
 * hidden from scripts and not sent with requests that other sites start, except when a link is followed.
 */
const cookieName = '__Host-openslot'

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** The value of our cookie in a Cookie header. If it is there twice, neither is trusted. */
export const readCookie = (header: string | undefined): string | undefined => {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
  return values.length === 1 ? values[0] : undefined
}

/** Without a lifetime it ends with the browser. */
export const writeCookie = (value: string, maxAgeSeconds?: number): string =>
  `${cookieName}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`
