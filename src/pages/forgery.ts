import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem, problemKind } from '#contract/problem.ts'
import { splitTarget } from '#http/query.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { ownPath, typedMark } from './return-to.ts'

export const forged = problemKind(
  403,
  'stale_form',
  'Permission Denied',
  'This form is outdated or did not come from this site. Go back, reload the page, and submit it again.',
)

const sandboxed = problemKind(
  403,
  'sealed_off',
  'Permission Denied',
  'The site that embeds this page denies it an origin of its own, so its form cannot be trusted. Open the page in its own window.',
)

/** From a frame whose `sandbox` denies it our origin. `address` is where the same page works. */
export class SandboxedFrame extends Problem {
  readonly address: string

  constructor(address: string) {
    super(sandboxed)
    this.address = address
  }
}

/**
 * In every form: derived from the browser's cookie and the instance's key, so that nobody can make one for another
 * browser.
 */
export const formTokenFor = (codes: Codes, cookie: string): string => codes.of('form', cookie)

/** Whether a form's token is that of the browser which sends it. */
export const isOfBrowser = (codes: Codes, cookie: string | undefined, given: string | null): boolean => {
  if (cookie === undefined || given === null) return false
  const [expected, actual] = [Buffer.from(formTokenFor(codes, cookie)), Buffer.from(given)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/**
 * A form must come from one of our pages. Browsers report that twice: in `Sec-Fetch-Site`, which no page can change,
 * and in `Origin`, which is `null` where the page hides its address. What is sent must be right; a client that sends
 * neither has only the token.
 */
export const checkOrigin = (
  { headers, host, url }: Pick<FastifyRequest, 'headers' | 'host' | 'url'>,
  ownOrigins: readonly string[],
): void => {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' && headers.origin === 'null')
    throw new SandboxedFrame(addressApart(url, ownOrigins.find((own) => new URL(own).host === host) ?? ownOrigins[0]))
  if (site !== undefined && site !== 'same-origin') throw new Problem(forged)
  const { origin } = headers
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return
  if (!isOwnAddress(origin, host, ownOrigins)) throw new Problem(forged)
}

const isOwnAddress = (address: string, host: string, ownOrigins: readonly string[]): boolean =>
  URL.canParse(address) && (ownOrigins.includes(new URL(address).origin) || new URL(address).host === host)

/**
 * The page of ours that a form was on, when it is one that can be shown again with what was typed. Its address says so.
 */
export const pageOfForm = (
  { headers: { referer }, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  ownOrigins: readonly string[],
): string | undefined => {
  if (referer === undefined || !isOwnAddress(referer, host, ownOrigins)) return undefined
  const { pathname, searchParams } = new URL(referer)
  if (!/^\/(app|account)(\/|$)/.test(pathname)) return undefined
  searchParams.set(typedMark, '')
  return ownPath(`${pathname}?${searchParams}`)
}

/** The address of the page without the parameters of an embed. */
const addressApart = (url: string, origin = ''): string => {
  const { path, query } = splitTarget(url)
  const kept = new URLSearchParams(query)
  for (const name of ['embed_domain', 'embed_type']) kept.delete(name)
  return `${origin}${path}${kept.size === 0 ? '' : `?${kept}`}`
}
