import { Problem, problemKind } from '#contract/problem.ts'
import {
  allowApp,
  clientIdOf,
  findOrFetchClient,
  isDocumentAddress,
  mayRedirectTo,
  type OauthClient,
  OauthRefusal,
  optional,
  type Parameters,
  parametersFrom,
  readAuthorizationRequest,
  required,
  withAnswer,
} from '#oauth/index.ts'
import type { Addresses } from '#platform/config.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import { consentPage } from './authorize-consent.tsx'
import { loginPath } from './return-to.ts'
import { run } from './run-operation.ts'
import type { PageAnswer, PageHandler, PageTable, Redirect, Visit } from './visit.ts'

/** Shown in the browser, because no redirect address is known to be the application's. */
const invalidAuthorizationRequest = problemKind(
  400,
  'authorization_request_invalid',
  'Can’t authorize this app',
  'The authorization request of this app is invalid.',
)

/** Rendered as a page for people and in the RFC's shape for programs. */
const inTheBrowser = ({ code, message }: OauthRefusal): Problem =>
  new Problem(invalidAuthorizationRequest, { message, body: { error: code, error_description: message } })

/** The client that asks, and where the answer is sent. */
interface ClientRedirect {
  readonly client: OauthClient
  readonly redirectUri: string
  readonly state: string | undefined
}

/** The authorization endpoint: a client asks for scopes, and a user grants or refuses them. */
export const authorizePages = ({ auth: issuer, api: rest, mcp }: Addresses): PageTable => {
  const resources = { rest, mcp }

  const answerTo = ({ redirectUri, state }: ClientRedirect, answer: Readonly<Record<string, string>>): Redirect => ({
    to: withAnswer(redirectUri, { ...answer, state, iss: issuer }),
    status: 302,
  })

  /** Once the redirect address is known, errors are sent there. */
  const withAsked = async (
    visit: Visit,
    parameters: Parameters,
    goOn: (addressee: ClientRedirect, asked: ReturnType<typeof readAuthorizationRequest>) => Promise<PageAnswer>,
  ): Promise<PageAnswer> => {
    const addressee = await findClientRedirect(visit, parameters)
    if ('to' in addressee) return addressee
    try {
      return await goOn(addressee, readAuthorizationRequest(addressee.client, parameters, resources))
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error
      return answerTo(addressee, { error: error.code, error_description: error.message })
    }
  }

  const ask: PageHandler = async (visit) =>
    withAsked(visit, parametersFrom(visit.query), async ({ client, redirectUri }, asked) => {
      const { session } = visit
      if (!session) return { to: loginPath(visit.target) }
      return consentPage({ ...visit, session }, { client, redirectUri, asked, request: visit.query.toString() })
    })

  const decide: PageHandler = async (visit) => {
    const { session, form } = visit
    const request = form.get('request') ?? ''
    if (!session) return { to: loginPath(`/oauth/authorize?${request}`) }
    return withAsked(visit, parametersFrom(new URLSearchParams(request)), async (addressee, asked) => {
      const { client, redirectUri } = addressee
      if (form.get('decision') !== 'allow')
        return answerTo(addressee, { error: 'access_denied', error_description: 'The user denied access.' })
      const scopes = asked.scopes.filter((scope) => form.getAll('scope').includes(scope))
      if (scopes.length === 0) {
        return consentPage(
          { ...visit, session },
          { client, redirectUri, asked, request, error: visit.language.account.refusals.noConsent },
        )
      }
      const { code } = await run({ ...visit, session }, allowApp, {
        client_id: clientIdOf(client),
        redirect_uri: redirectUri,
        code_challenge: asked.codeChallenge,
        audience: asked.audience,
        scopes: [...scopes],
      })
      return answerTo(addressee, { code })
    })
  }

  return { 'GET /oauth/authorize': ask, 'POST /oauth/authorize': decide }
}

const findClientRedirect = async (visit: Visit, parameters: Parameters): Promise<ClientRedirect | Redirect> => {
  try {
    const clientId = required(parameters, 'client_id')
    const client = await knownClient(visit, clientId)
    if (client === 'sign in first') return { to: loginPath(visit.target) }
    if (!client) throw new OauthRefusal('invalid_client', 'No app is registered with this client_id.')
    const redirectUri = required(parameters, 'redirect_uri')
    if (!mayRedirectTo(client, redirectUri))
      throw new OauthRefusal('invalid_request', 'This app has not registered the redirect_uri.')
    return { client, redirectUri, state: stateIn(parameters) }
  } catch (error) {
    if (error instanceof OauthRefusal) throw inTheBrowser(error)
    throw error
  }
}

/** A client metadata document must be fetched from elsewhere: only for users who are signed in, and rate limited. */
const knownClient = async (visit: Visit, clientId: string): Promise<OauthClient | 'sign in first' | undefined> => {
  const { context, session, source, now } = visit
  if (isDocumentAddress(clientId)) {
    if (!session) return 'sign in first'
    await visit.count({ key: `client-documents:${sourceKey(source)}`, limit: 60, seconds: 60 })
  }
  return findOrFetchClient(context, clientId, now)
}

/** Left out of the answer when it was sent twice: it is not clear which one the application means. */
const stateIn = (parameters: Parameters): string | undefined => {
  const states = parameters.state ?? []
  return states.length === 1 ? optional(parameters, 'state') : undefined
}
