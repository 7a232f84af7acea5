import type { FastifyReply, FastifyRequest } from 'fastify'
import { exchangeForTokens, readTokenRequest, toTokenAnswer } from '#oauth/index.ts'
import { sendJson } from './answers.ts'
import { parametersOf } from './bodies.ts'
import { authenticateClient } from './client-authentication.ts'
import type { OauthFace } from './face.ts'
import { countIn, tokensOf } from './limits.ts'

/** Tokens for a code or a refresh token. */
export const answerTokenRequest = async (face: OauthFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { context, resources } = face
  const parameters = parametersOf(request.body)
  const client = await authenticateClient(context.database.reader, request.headers.authorization, parameters)
  const asked = readTokenRequest(client, parameters, resources)
  const issued = await exchangeForTokens(context, client, asked, (userId) => countIn(face, reply, tokensOf(userId)))
  return sendJson(reply, toTokenAnswer(issued, context.links))
}
