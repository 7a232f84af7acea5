import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What the provider says of the person who signs in. */
export type PersonClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { readonly kid: string }

/** How an answer of it differs from a right one. */
export interface Lies {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Signs with a key that it does not publish. */
  readonly isForged?: boolean
  /** In place of the whole answer of an address. */
  readonly answers?: Readonly<Record<string, (response: ServerResponse) => void>>
  readonly discovery?: Readonly<Record<string, unknown>>
}

const clientId = 'openslot'
const clientSecret = 'a secret of the provider'

/**
 * An OpenID provider that checks what a client sends, as the specifications say, and answers with whatever a test wants
 * it to: a real one tells no lies.
 */
export const openidProvider = async () => {
  let key = await newKey()
  const stranger = await newKey()
  let person: PersonClaims = { sub: 'nobody' }
  let lies: Lies = {}
  let isAway = false
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>()
  const asked: string[] = []

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    asked.push(`${request.method} ${pathname}`)
    if (isAway) return void response.destroy()
    const lie = lies.answers?.[pathname]
    if (lie) return lie(response)
    if (pathname === '/.well-known/openid-configuration') return json(response, 200, discovery())
    if (pathname === '/keys') return json(response, 200, { keys: [await publicKey(key)] })
    if (pathname === '/token') return token(request, response)
    return json(response, 404, {})
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...lies.discovery,
  })

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += chunk
    const fields = new URLSearchParams(body)
    const kept = codes.get(fields.get('code') ?? '')
    codes.delete(fields.get('code') ?? '')
    const credentials = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    if (
      credentials !== [clientId, clientSecret].map((text) => encodeURIComponent(text).replaceAll('%20', '+')).join(':')
    )
      return json(response, 401, { error: 'invalid_client' })
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url')
    if (kept?.challenge !== challenge || kept.redirectUri !== fields.get('redirect_uri'))
      return json(response, 400, { error: 'invalid_grant' })
    return json(response, 200, {
      access_token: 'nothing is read with it',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await signed({ nonce: kept.nonce, ...person, ...lies.claims }),
    })
  }

  const signed = async (claims: JWTPayload): Promise<string> => {
    const seconds = Math.floor(Date.now() / 1000)
    const times = { iss: issuer, aud: clientId, iat: seconds, exp: seconds + 300 }
    const all = Object.fromEntries(Object.entries({ ...times, ...claims }).filter(([, value]) => value !== undefined))
    const header = { alg: 'RS256', kid: key.kid, ...lies.header }
    if (header.alg === 'none') return [header, all].map(encoded).join('.').concat('.')
    return new SignJWT(all).setProtectedHeader(header).sign((lies.isForged ? stranger : key).privateKey)
  }

  return {
    issuer,
    clientId,
    /** What was asked of it. */
    asked,
    settings: (more: Readonly<Record<string, string>> = {}) => ({
      OPENSLOT_OIDC_ISSUER: issuer,
      OPENSLOT_OIDC_CLIENT_ID: clientId,
      OPENSLOT_OIDC_CLIENT_SECRET: clientSecret,
      OPENSLOT_OIDC_NAME: 'Example ID',
      ...more,
    }),
    /** The person signs in at the address where the browser was sent; gives where it is sent back. */
    authorize: (url: string, claims: PersonClaims, told: Lies = {}): string => {
      ;[person, lies] = [claims, told]
      const query = new URL(url).searchParams
      const code = randomUUID()
      codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        nonce: query.get('nonce') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      })
      const back = new URL(query.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }).toString()
      return back.pathname + back.search
    },
    lie: (told: Lies): void => {
      lies = told
    },
    rotateKey: async (): Promise<void> => {
      key = await newKey()
    },
    beAway: (away: boolean): void => {
      isAway = away
    },
    signed,
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const newKey = async (): Promise<Key> => ({
  ...(await generateKeyPair('RS256', { extractable: true })),
  kid: randomUUID(),
})

const publicKey = async ({ publicKey: key, kid }: Key): Promise<object> => ({
  ...(await exportJWK(key)),
  kid,
  use: 'sig',
  alg: 'RS256',
})

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
