import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** What a stand-in answers. */
export interface StandInAnswer {
  readonly status: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface StandInRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A channel that was opened: where and with what the service calls. */
export interface StandInChannel {
  readonly id: string
  readonly address: string
  readonly secret: string
  readonly resource: string
  endsAt: string
}

export const client = { id: 'our-client', secret: 'our-secret' }

/** What every service of this kind has: a consent, tokens, and a server. */
export abstract class OauthStandIn {
  url = ''
  /** What was asked: `GET /calendar/v3/users/me/calendarList`. Requests for tokens are `TOKEN refresh_token`. */
  readonly requests: string[] = []
  /** Comes before every answer of the API; what it gives is answered in its place. */
  intercept: (request: StandInRequest) => StandInAnswer | undefined | Promise<StandInAnswer | undefined> = () =>
    undefined
  /** Comes after what a request does; what it gives is answered in place of the outcome. */
  afterwards: (request: StandInRequest, answer: StandInAnswer) => StandInAnswer | undefined = () => undefined
  /** Comes before every answer about tokens. */
  interceptTokens: () => StandInAnswer | undefined | Promise<StandInAnswer | undefined> = () => undefined
  /** What the owner leaves ticked. */
  grantedScope: string | undefined
  readonly #codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>()
  readonly #access = new Set<string>()
  readonly #refresh = new Map<string, string>()

  protected abstract readonly authorizeAt: string
  protected abstract readonly tokenPath: string
  protected abstract readonly rotatesRefreshTokens: boolean
  /** The keys of our app come as HTTP Basic credentials, and not in the form. */
  protected readonly takesBasic: boolean = false
  /** Of an app that signs in by itself. */
  protected readonly accountId: string | undefined
  protected readonly refusalOfRefresh: object = {
    error: 'invalid_grant',
    error_description: 'Token has been expired or revoked.',
  }
  protected abstract answer(request: StandInRequest): StandInAnswer | Promise<StandInAnswer>
  protected abstract refusal(status: number, code: string, message: string): object

  async start(): Promise<this> {
    const server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://stand-in.test')
      const request = {
        ...{ method: incoming.method ?? '', path: pathname, query: searchParams },
        ...{ headers: incoming.headers, text: Buffer.concat(chunks).toString() },
      }
      const { status, body, headers } = await this.#answerTo(request)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    after(() => {
      server.closeAllConnections()
      server.close()
    })
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return this
  }

  async #answerTo(request: StandInRequest): Promise<StandInAnswer> {
    if (request.path === this.tokenPath) return (await this.interceptTokens()) ?? this.#giveTokens(request)
    this.requests.push(`${request.method} ${request.path}`)
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    const answered = await this.intercept(request)
    if (answered) return answered
    if (scheme !== 'Bearer' || !this.letsIn(token))
      return { status: 401, body: this.refusal(401, 'authError', 'Invalid Credentials') }
    const answer = await this.answer(request)
    return this.afterwards(request, answer) ?? answer
  }

  protected letsIn(token: string): boolean {
    return this.#access.has(token)
  }

  /** The owner agrees, at the address that a browser was sent to. Gives what the browser comes back with. */
  consent(address: string): { readonly state: string; readonly code: string } {
    const { origin, pathname, searchParams: asked } = new URL(address)
    if (`${origin}${pathname}` !== this.authorizeAt) throw new Error(`No consent is given at ${address}.`)
    const needed = { client_id: client.id, response_type: 'code', code_challenge_method: 'S256' }
    for (const [name, value] of Object.entries(needed))
      if (asked.get(name) !== value) throw new Error(`${name} is ${asked.get(name)}.`)
    const code = randomUUID()
    const scope = this.grantedScope ?? asked.get('scope') ?? ''
    this.#codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
      scope,
    })
    return { state: asked.get('state') ?? '', code }
  }

  #giveTokens({ text, headers }: StandInRequest): StandInAnswer {
    const form = new URLSearchParams(text)
    this.requests.push(`TOKEN ${form.get('grant_type')}`)
    const basic = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
    const keys = this.takesBasic ? basic.split(':') : [form.get('client_id'), form.get('client_secret')]
    if (keys[0] !== client.id || keys[1] !== client.secret || (this.takesBasic && form.has('client_secret')))
      return { status: 401, body: { error: 'invalid_client' } }
    if (form.get('grant_type') === 'client_credentials') return { status: 200, body: this.#newAccess() }
    if (form.get('grant_type') === 'account_credentials')
      return form.get('account_id') === this.accountId
        ? { status: 200, body: this.#newAccess() }
        : { status: 400, body: { reason: 'Bad Request', error: 'invalid_request' } }
    if (form.get('grant_type') === 'authorization_code') {
      const granted = this.#codes.get(form.get('code') ?? '')
      this.#codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (!granted || granted.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri'))
        return { status: 400, body: { error: 'invalid_grant' } }
      return {
        status: 200,
        body: { ...this.#newAccess(), refresh_token: this.#newRefresh(granted.scope), scope: granted.scope },
      }
    }
    const scope = this.#refresh.get(form.get('refresh_token') ?? '')
    if (scope === undefined) return { status: 400, body: this.refusalOfRefresh }
    if (this.rotatesRefreshTokens) this.#refresh.delete(form.get('refresh_token') ?? '')
    return {
      status: 200,
      body: {
        ...this.#newAccess(),
        scope,
        ...(this.rotatesRefreshTokens ? { refresh_token: this.#newRefresh(scope) } : {}),
      },
    }
  }

  #newAccess() {
    const token = `access-${randomUUID()}`
    this.#access.add(token)
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' }
  }

  #newRefresh(scope: string): string {
    const token = `refresh-${randomUUID()}`
    this.#refresh.set(token, scope)
    return token
  }

  /** Access tokens end before their time. */
  endAccess(): void {
    this.#access.clear()
  }

  /** The owner takes back what they agreed to. */
  revoke(): void {
    this.#access.clear()
    this.#refresh.clear()
  }
}
