import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem, problemKind } from '#contract/problem.ts'
import { splitTarget } from '#http/query.ts'
import type { Codes } from '#platform/crypto/codes.ts'

export const forged = problemKind({
  code: 'stale_form',
  status: 403,
  title: 'Permission Denied',
  message: 'This form is out of date, or it was not made by us. Please go back, load the page again, and send it once more.',
})

export const sealedOff = problemKind({
  code: 'sealed_off',
  status: 403,
  title: 'Permission Denied',
  message: 'The site around this page gives it no origin of its own, so its form cannot be trusted. Please open the page in a window of its own.',
})

/** From a frame whose `sandbox` does not allow it to be of our origin. `address` is where the same page can be used. */
export class SealedOff extends Problem {
  readonly address: string

  constructor(address: string) {
    super(sealedOff)
    this.address = address
  }
}

/** In every form: made from the browser's cookie and the instance's key, so that nobody can make one for another browser. */
export const formTokenFor = (codes: Codes, cookie: string): string => codes.of('form', cookie)

export const checkFormToken = (codes: Codes, cookie: string | undefined, given: string | null): void => {
  if (cookie === undefined || given === null) throw new Problem(forged)
  const [expected, actual] = [Buffer.from(formTokenFor(codes, cookie)), Buffer.from(given)]
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw new Problem(forged)
}

/**
 * A form is sent from a page of ours. Browsers say so twice: `Sec-Fetch-Site`, which no page can change, and `Origin`, which
 * is `null` where the page keeps its address to itself. Whatever is said must be right; who says nothing has the token alone.
 */
export const checkOrigin = ({ headers, host, url }: Pick<FastifyRequest, 'headers' | 'host' | 'url'>, ownOrigins: readonly string[]): void => {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' && headers.origin === 'null')
    throw new SealedOff(addressApart(url, ownOrigins.find((own) => new URL(own).host === host) ?? ownOrigins[0]))
  if (site !== undefined && site !== 'same-origin') throw new Problem(forged)
  const { origin } = headers
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return
  const isOwn = ownOrigins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)
  if (!isOwn) throw new Problem(forged)
}

/** The page by itself, without what says that it is in a frame. */
const addressApart = (url: string, origin = ''): string => {
  const { path, query } = splitTarget(url)
  const kept = new URLSearchParams(query)
  for (const name of ['embed_domain', 'embed_type']) kept.delete(name)
  return `${origin}${path}${kept.size === 0 ? '' : `?${kept}`}`
}
