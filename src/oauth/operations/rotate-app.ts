import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { newAppSecrets } from '../app-secrets.ts'
import { isPublic } from '../client.ts'
import { AppWithSecrets, toAppResource } from '../resources.ts'
import { findApp, updateAppSecrets } from '../store/clients.ts'

export const rotateApp = write({
  name: 'rotate_oauth_app',
  summary: 'Give an application new secrets, and end the old ones; shown this once',
  description: 'What people have allowed it stays, and so do the tokens it has.',
  scopes: [],
  input: z.object({ client_id: pathId }),
  output: AppWithSecrets,

  async run({ tx, principal, encryption, now }, { client_id: id }) {
    const { organizationId } = principal
    const app = existing(await findApp(tx, organizationId, id))
    if (app.ownerMembershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
    const { shown, kept } = newAppSecrets(encryption, id, { isPublic: isPublic(app) })
    await updateAppSecrets(tx, organizationId, id, kept, now)
    const resource = toAppResource({ ...app, updatedAt: now })
    await recordChange({ tx, principal, now }, 'oauth_app.rotated', resource)
    return { app: resource, ...shown }
  },
})
