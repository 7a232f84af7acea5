import type { Encryption } from '#platform/crypto/encryption.ts'
import { hashToken, newClientSecret, newWebhookKey } from './token.ts'

const associatedData = (clientId: string): readonly string[] => ['oauth app', clientId, 'webhook key']

/** New secrets for an app: what its owner is shown, and what is stored of it. */
export const newAppSecrets = (
  encryption: Encryption,
  clientId: string,
  { isPublic }: { readonly isPublic: boolean },
) => {
  const secret = isPublic ? null : newClientSecret()
  const webhookKey = newWebhookKey()
  return {
    shown: { client_secret: secret, webhook_signing_key: webhookKey },
    kept: {
      secretHash: secret === null ? null : hashToken(secret),
      webhookKey: encryption.encrypt(webhookKey, ...associatedData(clientId)),
    },
  }
}

export const openWebhookKey = (encryption: Encryption, clientId: string, sealed: Buffer): string =>
  encryption.decrypt(sealed, ...associatedData(clientId))
