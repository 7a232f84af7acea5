import { invalid } from '#contract/problem.ts'
import type { Reason } from '#contract/reasons.ts'

const maxLength = 2048

/** Schemes that a browser would execute or read files with, or that lead nowhere. */
const forbiddenSchemes = new Set(
  [
    'about',
    'blob',
    'chrome',
    'data',
    'file',
    'filesystem',
    'ftp',
    'intent',
    'javascript',
    'mailto',
    'tel',
    'sms',
    'vbscript',
    'view-source',
    'ws',
    'wss',
  ].map((scheme) => `${scheme}:`),
)

// RFC 3986: the characters of a URI that need no escaping.
const plainText = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/

/** Why this cannot be a redirect URI; undefined when it can. `native` applications may have a scheme of their own. */
export const whyNotRedirectUri = (text: string, { native }: { readonly native: boolean }): Reason | undefined => {
  if (text.length > maxLength) return { reason: 'redirect_too_long', values: { most: maxLength } }
  if (!plainText.test(text) || !URL.canParse(text)) return { reason: 'redirect_malformed' }
  const { protocol, username, password, hostname } = new URL(text)
  if (text.includes('#')) return { reason: 'redirect_fragment' }
  if (username !== '' || password !== '' || authorityOf(text).includes('@')) return { reason: 'redirect_credentials' }
  if (text.includes('*')) return { reason: 'redirect_wildcard' }
  if (protocol === 'https:') return undefined
  if (protocol === 'http:') return isLoopback(hostname) ? undefined : { reason: 'redirect_not_secure' }
  if (forbiddenSchemes.has(protocol)) return { reason: 'redirect_scheme', values: { scheme: protocol } }
  return native ? undefined : { reason: 'redirect_not_https' }
}

/** Refuses the first that cannot be one. */
export const checkRedirectUris = (uris: readonly string[], kind: { readonly native: boolean }): void => {
  for (const [index, uri] of uris.entries()) {
    const why = whyNotRedirectUri(uri, kind)
    if (why !== undefined) throw refused(why, uri, index)
  }
}

const refused = ({ reason, values }: Reason, uri: string, index: number) =>
  invalid({ parameter: `redirect_uris[${index}]`, reason, values: { ...values, address: uri.slice(0, 200) } })

const authorityOf = (text: string): string => /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i.exec(text)?.[1] ?? ''

const isLoopbackIp = (hostname: string): boolean => hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

const isLoopback = (hostname: string): boolean => hostname === 'localhost' || isLoopbackIp(hostname)

/** Whether a URI leads back to the machine of the browser that opens it. */
export const isOnOwnMachine = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && isLoopback(hostname)
}

/**
 * The same text, byte for byte. Only the port may differ, where an application listens on its own machine on any free
 * port (RFC 8252 §7.3): at the addresses 127.0.0.1 and [::1], and for public clients also at the name localhost,
 * which they register all the same.
 */
export const matchesRedirectUri = (
  registered: string,
  asked: string,
  { isPublic }: { readonly isPublic: boolean },
): boolean => {
  if (registered === asked) return true
  const one = loopbackParts(registered)
  const other = loopbackParts(asked)
  if (!one || !other || one.host !== other.host || one.rest !== other.rest) return false
  return one.host !== 'localhost' || isPublic
}

/** Compared as text and not as parsed URIs: parsing normalises, and would accept what was not registered. */
const loopbackParts = (uri: string): { readonly host: string; readonly rest: string } | undefined => {
  const [, host, port, rest] = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([0-9]{1,5}))?([/?].*)?$/.exec(uri) ?? []
  if (host === undefined || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return undefined
  return { host, rest: rest ?? '' }
}

/** Adds the answer to the URI's own query. */
export const withAnswer = (uri: string, answer: Readonly<Record<string, string | undefined>>): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) parameters.set(name, value)
  return `${uri}${uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'}${parameters}`
}
