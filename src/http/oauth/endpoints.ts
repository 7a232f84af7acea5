import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem, tooManyRequests } from '#contract/problem.ts'
import {
  clientIdOf,
  exchangeForTokens,
  hashToken,
  introspectToken,
  invalidClient,
  isPublic,
  OauthRefusal,
  readClientMetadata,
  readTokenRequest,
  registerClientDynamically,
  required,
  revokeToken,
  secondsOf,
  toTokenAnswer,
} from '#oauth/index.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import { type OauthFace, sendJson } from './answers.ts'
import { parametersOf } from './bodies.ts'
import { authenticateClient } from './client-authentication.ts'

/** Per user, over all applications. */
const tokensOf = (userId: string): Bucket => ({ key: `tokens:${userId}`, limit: 8, seconds: 60 })

/** Applications are registered rarely. */
const registrationsFrom = (address: string): Bucket => ({
  key: `registrations:${sourceKey(address)}`,
  limit: 20,
  seconds: 3600,
})

/** Refused while nobody can count: a limit that is off when it matters is none. */
const countIn = async ({ limiter, context }: OauthFace, reply: FastifyReply, bucket: Bucket): Promise<void> => {
  const verdict = await limiter?.take([bucket], context.clock.now(), { whenAway: 'refuse' })
  if (!verdict || verdict.allowed) return
  const { limit, remaining, resetSeconds } = verdict
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
    'retry-after': resetSeconds,
  })
  throw new Problem(tooManyRequests, { message: `Rate limit exceeded. Retry after ${resetSeconds} seconds.` })
}

/** Tokens for a code or a refresh token. */
export const answerTokenRequest = async (
  face: OauthFace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { context, resources } = face
  const parameters = parametersOf(request.body)
  const client = await authenticateClient(context.database.reader, request.headers.authorization, parameters)
  const asked = readTokenRequest(client, parameters, resources)
  const issued = await exchangeForTokens(context, client, asked, (userId) => countIn(face, reply, tokensOf(userId)))
  return sendJson(reply, toTokenAnswer(issued, context.links))
}

export const answerRevocation = async (
  { context }: OauthFace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const parameters = parametersOf(request.body)
  const client = await authenticateClient(context.database.reader, request.headers.authorization, parameters)
  await revokeToken(context, client, required(parameters, 'token'))
  return sendJson(reply, {})
}

/** RFC 7662. Public clients may not ask: they could guess tokens. */
export const answerIntrospection = async (
  { context }: OauthFace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { database, clock, links } = context
  const parameters = parametersOf(request.body)
  const client = await authenticateClient(database.reader, request.headers.authorization, parameters)
  if (isPublic(client)) throw invalidClient()
  const hash = hashToken(required(parameters, 'token'))
  return sendJson(
    reply,
    await introspectToken(database.reader, links, hash, { id: client.id, clientId: clientIdOf(client) }, clock.now()),
  )
}

/** RFC 7591, open to everybody. The answer tells what was made of it: always a public client, for the MCP server. */
export const answerRegistration = async (
  face: OauthFace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (request.body instanceof URLSearchParams)
    throw new OauthRefusal('invalid_client_metadata', 'Send the registration as JSON.')
  const metadata = readClientMetadata(request.body ?? {})
  await countIn(face, reply, registrationsFrom(request.ip))
  const { id, scopes, registeredAt } = await registerClientDynamically(face.context, metadata)
  const answer = {
    client_id: id,
    client_name: metadata.name,
    redirect_uris: metadata.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scopes,
    scope: scopes.join(' '),
    client_id_issued_at: secondsOf(registeredAt),
  }
  return sendJson(reply, answer, 201)
}
