import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem, problemKind } from '#contract/problem.ts'
import type { Codes } from '#platform/crypto/codes.ts'

export const forged = problemKind({
  code: 'stale_form',
  status: 403,
  title: 'Permission Denied',
  message: 'This form is out of date, or it was not made by us. Please go back, load the page again, and send it once more.',
})

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
export const checkOrigin = ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, ownOrigins: readonly string[]): void => {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem(forged)
  const { origin } = headers
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return
  const isOwn = ownOrigins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)
  if (!isOwn) throw new Problem(forged)
}
