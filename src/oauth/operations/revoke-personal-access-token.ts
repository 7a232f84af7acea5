import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toTokenResource } from '../resources.ts'
import { findToken, revokeToken } from '../store/tokens.ts'

export const revokePersonalAccessToken = write({
  name: 'revoke_personal_access_token',
  summary: 'Revoke a personal access token',
  scopes: [],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, now }, { uuid }) {
    const { organizationId } = principal
    const token = existing(await findToken(tx, organizationId, uuid))
    if (token.membershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
    if (!(await revokeToken(tx, organizationId, uuid, now))) throw missing()
    await recordChange({ tx, principal, now }, 'token.revoked', toTokenResource(token))
  },
})
