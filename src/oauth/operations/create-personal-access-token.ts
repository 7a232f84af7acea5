import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import { isScope, legacyScope } from '#contract/scopes.ts'
import { line } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { second } from '#platform/time/durations.ts'
import { TokenResource, toTokenResource } from '../resources.ts'
import { lockCaller } from '../store/callers.ts'
import { deleteExpiredTokensOf, findToken, insertToken } from '../store/tokens.ts'
import { hashToken, hintOf, newToken } from '../token.ts'

export const createPersonalAccessToken = write({
  name: 'create_personal_access_token',
  summary: 'Create a personal access token; it is shown this once',
  scopes: [],
  input: z.object({
    name: line(255),
    scopes: z.array(z.string()).max(50),
    expires_in: z
      .number()
      .int()
      .positive()
      .max(31_536_000)
      .optional()
      .meta({ description: 'Seconds after which it ends; never if omitted' }),
  }),
  output: z.object({ token: TokenResource, secret: z.string() }),

  async run({ tx, principal, now }, { name, scopes, expires_in }) {
    const { organizationId, membershipId } = principal
    const unknown = scopes.find(
      (scope) => !isScope(scope) && !(scope === legacyScope && principal.via.kind === 'command_line'),
    )
    if (unknown !== undefined)
      throw invalid({ parameter: 'scopes', reason: 'unknown_scope', values: { scope: unknown } })

    await lockCaller(tx, principal)
    const secret = newToken(organizationId)
    const expiresAt = expires_in === undefined ? null : new Date(now.getTime() + expires_in * second)
    // Who makes tokens that end leaves no more of them than one sitting makes.
    if (expiresAt) await deleteExpiredTokensOf(tx, organizationId, membershipId, now)
    const made = {
      membershipId,
      name,
      hash: hashToken(secret),
      hint: hintOf(secret),
      scopes: [...new Set(scopes)],
      expiresAt,
    }
    const id = await insertToken(tx, organizationId, made, now)
    const token = await findToken(tx, organizationId, id)
    if (!token) throw new Error('A new token cannot be found.')
    const resource = toTokenResource(token)
    await recordChange({ tx, principal, now }, 'token.created', resource)
    return { token: resource, secret }
  },
})
