import type { Theme } from './theme.ts'

/**
 * The cookie of a session. Browsers accept the prefix `__Host-` only from a secure page, for exactly this host and all
 * its paths. It is hidden from scripts and not sent with requests that other sites start, except when a link is
 * followed.
 */
const cookieName = '__Host-openslot'

/** Outlives sessions: somebody proved who they are in this browser. */
const knownName = '__Host-openslot-known'

/** Light or dark, where somebody has chosen. Scripts of the documentation read it. */
const themeName = '__Host-openslot-theme'

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** The value of our cookie in a Cookie header. If it is there twice, neither is trusted. */
export const readCookie = (header: string | undefined): string | undefined => valueIn(header, cookieName)

export const readKnownCookie = (header: string | undefined): string | undefined => valueIn(header, knownName)

const valueIn = (header: string | undefined, name: string): string | undefined => {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

/** Without a lifetime it ends with the browser. */
export const writeCookie = (value: string, maxAgeSeconds?: number): string =>
  `${cookieName}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`

const knownSeconds = 180 * 86_400

export const writeKnownCookie = (value: string): string =>
  `${knownName}=${value}; ${attributes}; Max-Age=${knownSeconds}`

/** Undefined: that of the system. */
export const readTheme = (header: string | undefined): 'light' | 'dark' | undefined =>
  (['light', 'dark'] as const).find((theme) => theme === valueIn(header, themeName))

export const writeTheme = (theme: Theme): string =>
  `${themeName}=${theme}; Path=/; Secure; SameSite=Lax; Max-Age=${theme === 'system' ? 0 : themeSeconds}`

const themeSeconds = 400 * 86_400
