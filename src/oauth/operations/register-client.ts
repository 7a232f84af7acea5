import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { open } from '#execution/operation.ts'
import { unverifiedClientScopes } from '../client.ts'
import type { ClientMetadata } from '../registration.ts'
import { insertDynamicClient } from '../store/clients.ts'

/** An application registers itself. It cannot keep a secret, so it gets none, whatever it asked for. */
export const registerClient = open({
  name: 'register_client',
  summary: 'Register an application that introduces itself',
  input: z.custom<ClientMetadata>(),
  output: z.object({ id: z.string(), scopes: z.array(z.string()).readonly(), registeredAt: z.date() }),

  async run({ tx, now }, { name, redirectUris }) {
    const id = randomUUID()
    await insertDynamicClient(tx, { id, name, redirectUris, scopes: unverifiedClientScopes }, now)
    return { id, scopes: unverifiedClientScopes, registeredAt: now }
  },
})
