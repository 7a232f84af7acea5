import type { Seals } from '#platform/crypto/seals.ts'
import { hashToken, newClientSecret, newWebhookKey } from './token.ts'

const place = (clientId: string): readonly string[] => ['oauth app', clientId, 'webhook key']

/** New secrets for an app: what its owner is shown, and what is kept of it. */
export const newAppSecrets = (seals: Seals, clientId: string, { isPublic }: { readonly isPublic: boolean }) => {
  const secret = isPublic ? null : newClientSecret()
  const webhookKey = newWebhookKey()
  return {
    shown: { client_secret: secret, webhook_signing_key: webhookKey },
    kept: { secretHash: secret === null ? null : hashToken(secret), webhookKey: seals.seal(webhookKey, ...place(clientId)) },
  }
}

export const openWebhookKey = (seals: Seals, clientId: string, sealed: Buffer): string => seals.open(sealed, ...place(clientId))
