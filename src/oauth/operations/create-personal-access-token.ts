import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid } from '#contract/problem.ts'
import { isScope, legacyScope } from '#contract/scopes.ts'
import { line } from '#contract/wire.ts'
import { TokenResource, toTokenResource } from '../resources.ts'
import { lockCaller } from '../store/callers.ts'
import { findToken, insertToken } from '../store/tokens.ts'
import { hashToken, hintOf, newToken } from '../token.ts'

export const createPersonalAccessToken = write({
  name: 'create_personal_access_token',
  summary: 'Create a personal access token; it is shown this once',
  scopes: [],
  input: z.object({ name: line(255), scopes: z.array(z.string()).max(50) }),
  output: z.object({ token: TokenResource, secret: z.string() }),

  async run({ tx, principal, now }, { name, scopes }) {
    const { organizationId, membershipId } = principal
    const unknown = scopes.find((scope) => !isScope(scope) && !(scope === legacyScope && principal.via.kind === 'command_line'))
    if (unknown !== undefined) throw invalid({ parameter: 'scopes', message: `${unknown} is not a scope` })

    await lockCaller(tx, principal)
    const secret = newToken(organizationId)
    const id = await insertToken(tx, organizationId, { membershipId, name, hash: hashToken(secret), hint: hintOf(secret), scopes: [...new Set(scopes)] }, now)
    const token = await findToken(tx, organizationId, id)
    if (!token) throw new Error('A new token cannot be found.')
    const resource = toTokenResource(token)
    await recordChange({ tx, principal, now }, 'token.created', resource)
    return { token: resource, secret }
  },
})
