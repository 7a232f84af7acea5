import { z } from 'zod'
import { collection } from '#execution/operation.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { AllowedAppResource } from '../resources.ts'
import { listGrantsOf } from '../store/grants.ts'

export const listAllowedApps = collection({
  name: 'list_allowed_oauth_apps',
  summary: 'List the applications that one has allowed to act for oneself',
  scopes: [],
  fromPrimary: true,
  input: z.object({}),
  output: AllowedAppResource,

  async run({ reader, principal }) {
    const grants = await listGrantsOf(reader, principal.organizationId, principal.membershipId)
    const apps = new Map<string, z.output<typeof AllowedAppResource>>()
    for (const { clientId, clientName, scopes, createdAt } of grants) {
      const before = apps.get(clientId)
      const scope = [...new Set([...(before?.scope.split(' ') ?? []), ...scopes])].join(' ')
      apps.set(clientId, {
        client_id: clientId,
        name: clientName,
        scope,
        allowed_at: before?.allowed_at ?? writeInstant(createdAt),
      })
    }
    return [...apps.values()]
  },
})
