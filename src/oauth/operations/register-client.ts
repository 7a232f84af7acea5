import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/database.ts'
import { unvouchedScopes } from '../client.ts'
import type { ClientMetadata } from '../registration.ts'
import { insertDynamicClient } from '../store/clients.ts'

/** An application registers itself. It cannot keep a secret, so it gets none, whatever it asked for. */
export const registerClient = async (tx: Tx, { name, redirectUris }: ClientMetadata, now: Date): Promise<{ id: string; scopes: readonly string[] }> => {
  const id = randomUUID()
  await insertDynamicClient(tx, { id, name, redirectUris, scopes: unvouchedScopes }, now)
  return { id, scopes: unvouchedScopes }
}
