import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { line, pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { isPublic } from '../client.ts'
import { checkRedirectUris } from '../redirect-uri.ts'
import { AppResource, toAppResource } from '../resources.ts'
import { findApp, updateApp as updateStoredApp } from '../store/clients.ts'

export const updateApp = write({
  name: 'update_oauth_app',
  summary: 'Change the name of an application, or where answers go',
  description:
    'What people have allowed it stays. A code on its way to an address that is not there any more is not good.',
  scopes: [],
  input: z.object({ client_id: pathId, name: line(255), redirect_uris: z.array(z.string()).min(1).max(10) }),
  output: AppResource,

  async run({ tx, principal, now }, { client_id: id, name, redirect_uris: asked }) {
    const { organizationId } = principal
    const app = existing(await findApp(tx, organizationId, id))
    if (app.ownerMembershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
    checkRedirectUris(asked, { native: isPublic(app) })
    const redirectUris = [...new Set(asked)]
    await updateStoredApp(tx, organizationId, id, { name, redirectUris }, now)
    const resource = toAppResource({ ...app, name, redirectUris, updatedAt: now })
    await recordChange({ tx, principal, now }, 'oauth_app.updated', resource)
    return resource
  },
})
