import { Problem, unauthenticated } from '#contract/problem.ts'
import { scopes } from '#contract/scopes.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { run } from '#pages/run-operation.ts'
import type { PageTable } from '#pages/visit.ts'
import { hour, second } from '#platform/time/durations.ts'

/**
 * Lets whoever is signed in try an operation without a token at hand. The documentation is the same for everyone and
 * may be cached, so its script asks here who they are, and for a token when they say so. A token is needed because the
 * API takes nothing from cookies.
 */
export const trialPages: PageTable = {
  'GET /docs/trial': async ({ session, formToken }) => ({
    json: session ? { email: session.email, form_token: formToken } : {},
  }),

  'POST /docs/trial': async (visit) => {
    const { session, language } = visit
    if (!session) throw new Problem(unauthenticated)
    const wanted = { name: language.account.tokens.ofReference, scopes: [...scopes], expires_in: hour / second }
    const { secret } = await run({ ...visit, session }, createPersonalAccessToken, wanted)
    return { json: { token: secret } }
  },
}
