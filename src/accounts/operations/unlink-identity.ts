import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { existing, missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'
import { deleteIdentity } from '../store/identities.ts'

export const unlinkIdentity = write({
  name: 'unlink_identity',
  summary: 'Remove the link to an account at an identity provider; sessions that began with it end',
  scopes: [],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run(call, { uuid }) {
    const { tx, principal } = call
    const account = existing(await lockCredentials(tx, principal.userId))
    if (!(await deleteIdentity(tx, principal.organizationId, principal.userId, uuid))) throw missing()
    await recordAccountFact(call, 'account.identity_unlinked', account, actorOf(principal))
  },
})
