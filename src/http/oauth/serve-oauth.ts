import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerRefusal, type OauthFace } from './answers.ts'
import { takeFormsToo } from './bodies.ts'
import { answerIntrospection, answerRegistration, answerRevocation, answerTokenRequest } from './endpoints.ts'
import { pathsOf, resourceMetadata, serverMetadata } from './metadata.ts'

/** The endpoints that applications call. The one that people see is a page. */
export const serveOauth = (server: FastifyInstance, face: OauthFace): void => {
  const count = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    face.rateLimits.countSource(reply, request.ip, face.context.clock.now())

  void server.register(async (scope) => {
    takeFormsToo(scope)
    scope.setErrorHandler((error, request, reply) => answerRefusal(face, error, request, reply))
    const endpoints = {
      '/oauth/token': answerTokenRequest,
      '/oauth/revoke': answerRevocation,
      '/oauth/introspect': answerIntrospection,
      '/oauth/register': answerRegistration,
    }
    for (const [url, answer] of Object.entries(endpoints)) {
      scope.post(url, { onRequest: count }, (request, reply) => answer(face, request, reply))
    }
  })

  const documents = [
    { paths: pathsOf('oauth-authorization-server', face.issuer), text: JSON.stringify(serverMetadata(face)) },
    { paths: pathsOf('oauth-protected-resource', face.resources.mcp), text: JSON.stringify(resourceMetadata(face)) },
  ]
  for (const { paths, text } of documents) {
    for (const url of paths) {
      server.get(url, { onRequest: count }, (_, reply) =>
        reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'max-age=300' }).send(text),
      )
    }
  }
}
