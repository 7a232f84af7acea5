import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  checkAudience,
  countWrongVerifier,
  findCode,
  findRefreshToken,
  hashToken,
  invalidGrant,
  isCode,
  isPublic,
  isRefreshToken,
  judgeRedemption,
  narrowedScopes,
  type OauthClient,
  readTokenRequest,
  redeemCode,
  refreshTokens,
  type TokenRequest,
  toTokenAnswer,
} from '#oauth/index.ts'
import { sendJson } from './answers.ts'
import { parametersOf } from './bodies.ts'
import { authenticateClient } from './client-authentication.ts'
import type { OauthFace } from './face.ts'
import { countIn, tokensOf } from './limits.ts'

/**
 * Tokens for a code or a refresh token. What can be refused is refused before anything is spent; then the limit, which may
 * be counted elsewhere; and then one transaction, in which the one who spends it wins.
 */
export const answerTokenRequest = async (face: OauthFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { reader } = face.ground.database
  const parameters = parametersOf(request.body)
  const client = await authenticateClient(reader, request.headers.authorization, parameters)
  const asked = readTokenRequest(client, parameters, face.resources)
  const issued = asked.grantType === 'authorization_code' ? await redeem(face, reply, client, asked) : await refresh(face, reply, client, asked)
  if (!issued) throw invalidGrant()
  return sendJson(reply, toTokenAnswer(issued, face.ground.links))
}

const redeem = async (face: OauthFace, reply: FastifyReply, { id: clientId }: OauthClient, asked: TokenRequest & { grantType: 'authorization_code' }) => {
  const { database, clock } = face.ground
  const { code, redirectUri, codeVerifier } = asked
  if (!isCode(code)) throw invalidGrant()
  const hash = hashToken(code)
  const redemption = { clientId, redirectUri, codeVerifier }
  const held = await findCode(database.reader, hash)
  if (!held) throw invalidGrant()
  const judgement = judgeRedemption(held, redemption)
  if (judgement === 'wrong_verifier') await database.write((tx) => countWrongVerifier(tx, held.organizationId, hash))
  if (judgement !== 'genuine') throw invalidGrant()
  checkAudience(held, asked.audience)
  if (!held.spentAt) await countIn(face, reply, tokensOf(held.userId))
  return database.write((tx) => redeemCode(tx, hash, redemption, clock.now()))
}

const refresh = async (face: OauthFace, reply: FastifyReply, client: OauthClient, asked: TokenRequest & { grantType: 'refresh_token' }) => {
  const { database, clock } = face.ground
  if (!isRefreshToken(asked.refreshToken)) throw invalidGrant()
  const hash = hashToken(asked.refreshToken)
  const held = await findRefreshToken(database.reader, hash)
  if (!held || held.clientId !== client.id) throw invalidGrant()
  checkAudience(held, asked.audience)
  const scopes = narrowedScopes(held, asked.scopes)
  if (!held.spentAt) await countIn(face, reply, tokensOf(held.userId))
  return database.write((tx) => refreshTokens(tx, hash, { clientId: client.id, isPublic: isPublic(client), scopes }, clock.now()))
}
