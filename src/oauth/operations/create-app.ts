import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid, refuse } from '#contract/problem.ts'
import { isMcpScope, isScope, scopes as restScopes } from '#contract/scopes.ts'
import { line } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { newAppSecrets } from '../app-secrets.ts'
import { checkRedirectUris } from '../redirect-uri.ts'
import { AppWithSecrets, toAppResource } from '../resources.ts'
import { findApp, insertApp } from '../store/clients.ts'

export const createApp = write({
  name: 'create_oauth_app',
  summary: 'Register an application; its secrets are shown this once',
  scopes: [],
  input: z.object({
    name: line(255),
    redirect_uris: z.array(z.string()).min(1).max(10),
    scopes: z.array(z.string()).max(50),
    public: z.boolean().default(false),
    legacy: z.boolean().default(false),
    require_pkce: z.boolean().default(true),
  }),
  output: AppWithSecrets,

  async run(
    { tx, principal, encryption, now },
    { name, redirect_uris, scopes: asked, public: isPublic, legacy: isLegacy, require_pkce: requiresPkce },
  ) {
    if (isLegacy && principal.via.kind !== 'command_line') throw refuse('legacy_app_by_operator')
    checkRedirectUris(redirect_uris, { native: isPublic })
    const unknown = asked.find((scope) => !isScope(scope) && !isMcpScope(scope))
    if (unknown !== undefined)
      throw invalid({ parameter: 'scopes', reason: 'unknown_scope', values: { scope: unknown } })
    if (asked.length === 0 && !isLegacy) throw invalid({ parameter: 'scopes', reason: 'blank' })
    if (isPublic && !requiresPkce) throw invalid({ parameter: 'require_pkce', reason: 'public_app_pkce' })

    const { organizationId, membershipId } = principal
    const id = randomUUID()
    const { shown, kept } = newAppSecrets(encryption, id, { isPublic })
    const scopes = asked.length === 0 ? restScopes : [...new Set(asked)]
    const app = {
      id,
      membershipId,
      name,
      redirectUris: [...new Set(redirect_uris)],
      scopes,
      isLegacy,
      requiresPkce,
      ...kept,
    }
    await insertApp(tx, organizationId, app, now)
    const made = await findApp(tx, organizationId, id)
    if (!made) throw new Error('A new app cannot be found.')
    const resource = toAppResource(made)
    await recordChange({ tx, principal, now }, 'oauth_app.created', resource)
    return { app: resource, ...shown }
  },
})
