import type { Encryption } from '#platform/crypto/encryption.ts'
import { type Credentials, credentialsContext } from './connection.ts'

/** What a connection keeps encrypted. */
export const openCredentials = (
  encryption: Encryption,
  { id, credentials }: { readonly id: string; readonly credentials: Buffer },
): Credentials => JSON.parse(encryption.decrypt(credentials, ...credentialsContext(id))) as Credentials
