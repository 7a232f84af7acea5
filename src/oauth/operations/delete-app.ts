import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toAppResource } from '../resources.ts'
import { findApp, markAppDeleted } from '../store/clients.ts'
import { revokeGrantsOfClient } from '../store/grants.ts'

export const deleteApp = write({
  name: 'delete_oauth_app',
  summary: 'Delete an application, and with it everything it was allowed',
  scopes: [],
  input: z.object({ client_id: pathId }),
  output: z.void(),

  async run({ tx, principal, now }, { client_id: id }) {
    const { organizationId } = principal
    const app = existing(await findApp(tx, organizationId, id))
    if (app.ownerMembershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
    if (!(await markAppDeleted(tx, organizationId, id, now))) throw missing()
    await revokeGrantsOfClient(tx, id, now)
    await recordChange({ tx, principal, now }, 'oauth_app.deleted', toAppResource(app))
  },
})
