import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { grantRevoked } from '../resources.ts'
import { listGrantsOf, revokeGrant } from '../store/grants.ts'

export const withdrawFromApp = write({
  name: 'withdraw_from_oauth_app',
  summary: 'Take back all that one has allowed an application',
  scopes: [],
  input: z.object({ client_id: pathId }),
  output: z.void(),

  async run({ tx, principal, now }, { client_id: clientId }) {
    const { organizationId, membershipId } = principal
    const grants = (await listGrantsOf(tx, organizationId, membershipId)).filter((grant) => grant.clientId === clientId)
    if (grants.length === 0) throw missing()
    for (const grant of grants) {
      if (await revokeGrant(tx, organizationId, grant.grantId, now))
        await recordFact(tx, grantRevoked(grant, 'withdrawn', actorOf(principal), now))
    }
  },
})
