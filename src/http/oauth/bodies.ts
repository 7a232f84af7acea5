import type { FastifyInstance } from 'fastify'
import { OauthRefusal, type Parameters, parametersFrom } from '#oauth/index.ts'
import { maxBodyBytes } from '../bodies.ts'
import { isStorable } from '../strict-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Forms beside the JSON that the server takes everywhere: all libraries send forms, and old tutorials JSON. */
export const takeFormsToo = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(/^application\/x-www-form-urlencoded(?:\s*;.*)?$/i, { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (request, body, done) => {
    try {
      const encoding = request.headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity') throw new OauthRefusal('invalid_request', 'The body must not be compressed.')
      done(null, new URLSearchParams(decode(body as Buffer)))
    } catch (error) {
      done(error as Error)
    }
  })
}

const decode = (body: Buffer): string => {
  try {
    return utf8.decode(body)
  } catch {
    throw new OauthRefusal('invalid_request', 'The body is not valid UTF-8.')
  }
}

/** The same whichever way it was sent. What stands in the address is not read: secrets do not belong there. */
export const parametersOf = (body: unknown): Parameters => {
  const parameters = body instanceof URLSearchParams ? parametersFrom(body) : fromJson((body ?? {}) as Record<string, unknown>)
  for (const [name, values] of Object.entries(parameters)) {
    if (![name, ...values].every((text) => isStorable(text))) throw new OauthRefusal('invalid_request', 'A parameter holds characters that no parameter can.')
  }
  return parameters
}

const fromJson = (fields: Readonly<Record<string, unknown>>): Parameters => {
  const parameters: Record<string, readonly string[]> = Object.create(null)
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue
    const values = Array.isArray(value) ? value : [value]
    if (!values.every((one) => typeof one === 'string')) throw new OauthRefusal('invalid_request', 'Every parameter is a text.')
    parameters[name] = values
  }
  return parameters
}
