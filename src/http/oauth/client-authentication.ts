import {
  findClient,
  hasSecret,
  invalidClient,
  isPublic,
  type OauthClient,
  OauthRefusal,
  optional,
  type Parameters,
  required,
} from '#oauth/index.ts'
import type { Reader } from '#platform/db/database.ts'

interface Credentials {
  readonly clientId: string
  /** Several readings of the same one: not every client encodes it as RFC 6749 §2.3.1 says. */
  readonly secrets: readonly string[]
}

/**
 * Which client is calling. One that has a secret proves itself by it, in the header or in the body and not in both; a
 * public one has nothing to prove itself with, and is known by what it holds.
 */
export const authenticateClient = async (
  reader: Reader,
  header: string | undefined,
  parameters: Parameters,
): Promise<OauthClient> => {
  const { clientId, secrets } = credentialsIn(header, parameters)
  const client = await findClient(reader, clientId)
  if (!client) throw invalidClient()
  const isRight = isPublic(client) ? secrets.length === 0 : secrets.some((secret) => hasSecret(client, secret))
  if (!isRight) throw invalidClient()
  return client
}

const credentialsIn = (header: string | undefined, parameters: Parameters): Credentials => {
  const secret = optional(parameters, 'client_secret')
  if (header === undefined || !/^Basic\b/i.test(header))
    return { clientId: required(parameters, 'client_id'), secrets: secret === undefined ? [] : [secret] }
  const basic = readBasic(header)
  if (!basic) throw invalidClient()
  if (secret !== undefined)
    throw new OauthRefusal('invalid_request', 'The client used more than one way to authenticate.')
  const named = optional(parameters, 'client_id')
  if (named !== undefined && named !== basic.clientId) throw invalidClient()
  return basic
}

const readBasic = (header: string): Credentials | undefined => {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon === -1) return undefined
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  const secrets = [formDecoded(secret), secret].filter((one): one is string => one !== undefined && one !== '')
  return { clientId: formDecoded(id) ?? id, secrets }
}

const formDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
