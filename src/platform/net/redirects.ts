import type { Outgoing, OutgoingRequest, RequestOutcome } from './outgoing.ts'

const maxRedirects = 3
const redirects = [301, 302, 303, 307, 308]

export type RedirectedOutcome = RequestOutcome & { readonly url: string }

/**
 * Sends a request and follows where it is redirected, all in the time that one may take. Each destination is judged
 * anew, and another host gets no credentials.
 */
export const sendFollowing = async (outgoing: Outgoing, request: OutgoingRequest): Promise<RedirectedOutcome> => {
  const { answerMilliseconds } = request
  const end = answerMilliseconds === undefined ? undefined : performance.now() + answerMilliseconds
  let asked = request
  for (let count = 0; ; count += 1) {
    const outcome = await outgoing.send(asked)
    const target =
      outcome.kind === 'answered' && redirects.includes(outcome.status)
        ? targetOf(asked.url, outcome.headers.location)
        : undefined
    if (target === undefined || count === maxRedirects) return { ...outcome, url: asked.url }
    const { authorization, ...others } = asked.headers ?? {}
    const isSameOrigin = target.origin === new URL(asked.url).origin
    asked = {
      ...asked,
      url: target.href,
      headers: isSameOrigin && authorization !== undefined ? { ...others, authorization } : others,
    }
    if (end !== undefined) asked = { ...asked, answerMilliseconds: Math.max(1, end - performance.now()) }
  }
}

const targetOf = (base: string, location: string | undefined): URL | undefined =>
  location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined
