import { minute } from '#platform/time/durations.ts'
import { OauthRefusal } from './refusal.ts'
import { type ClientMetadata, readClientMetadata } from './registration.ts'

export const maxDocumentBytes = 8 * 1024

const freshness = { least: 5 * minute, usual: 60 * minute, most: 24 * 60 * minute }

/** Whether a client id is the address of a document: https, with a path, and unambiguous. */
export const isDocumentAddress = (clientId: string): boolean => {
  if (!clientId.startsWith('https://') || clientId.length > 2048 || !URL.canParse(clientId)) return false
  const { href, pathname, username, password, hash, search } = new URL(clientId)
  return (
    href === clientId &&
    pathname !== '/' &&
    username === '' &&
    password === '' &&
    hash === '' &&
    search === '' &&
    !clientId.includes('#')
  )
}

/** A client's metadata document. It must contain its own address, or it describes another client. */
export const readDocument = (address: string, text: string): ClientMetadata => {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    throw new OauthRefusal('invalid_client', 'The metadata document of this client is not JSON.')
  }
  const { client_id, client_name, client_secret } = (raw ?? {}) as Record<string, unknown>
  if (client_id !== address)
    throw new OauthRefusal(
      'invalid_client',
      'The client_id in the metadata document of this client must be the URL of the document.',
    )
  if (typeof client_name !== 'string' || client_name.trim() === '')
    throw new OauthRefusal('invalid_client', 'The metadata document of this client has no client_name.')
  if (client_secret !== undefined)
    throw new OauthRefusal(
      'invalid_client',
      'The metadata document of this client must not contain a client_secret: it is public.',
    )
  const metadata = readClientMetadata(raw)
  if ((metadata.authMethod ?? 'none') !== 'none')
    throw new OauthRefusal(
      'invalid_client',
      'A client with a metadata document must be public: token_endpoint_auth_method must be none.',
    )
  return metadata
}

/** As long as the response headers say, within bounds. */
export const freshUntil = (cacheControl: string | undefined, now: Date): Date => {
  const directives = (cacheControl ?? '').toLowerCase()
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/.exec(directives)?.[1]
  const asked = /(?:^|[\s,])no-(?:store|cache)/.test(directives)
    ? 0
    : seconds === undefined
      ? freshness.usual
      : Number(seconds) * 1000
  return new Date(now.getTime() + Math.min(freshness.most, Math.max(freshness.least, asked)))
}
