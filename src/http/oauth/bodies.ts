import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OauthRefusal, type Parameters, parametersFrom } from '#oauth/index.ts'
import { formType, maxBodyBytes, textOfBody } from '../bodies.ts'
import { BadBody, isStorable } from '../strict-json.ts'

/** Forms beside the JSON that the server takes everywhere: all libraries send forms, and old tutorials JSON. */
export const takeFormsToo = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => {
      try {
        return new URLSearchParams(textOfBody(request, body))
      } catch (error) {
        throw new OauthRefusal(
          'invalid_request',
          error instanceof BadBody ? 'The body is not valid UTF-8.' : 'The body must not be compressed.',
        )
      }
    },
  )
}

/** The same whichever way it was sent. What stands in the address is not read: secrets do not belong there. */
export const parametersOf = (body: unknown): Parameters => {
  const parameters =
    body instanceof URLSearchParams ? parametersFrom(body) : fromJson((body ?? {}) as Record<string, unknown>)
  for (const [name, values] of Object.entries(parameters)) {
    if (![name, ...values].every((text) => isStorable(text)))
      throw new OauthRefusal('invalid_request', 'A parameter contains invalid characters.')
  }
  return parameters
}

const fromJson = (fields: Readonly<Record<string, unknown>>): Parameters => {
  const parameters: Record<string, readonly string[]> = Object.create(null)
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue
    const values = Array.isArray(value) ? value : [value]
    if (!values.every((one) => typeof one === 'string'))
      throw new OauthRefusal('invalid_request', 'Every parameter must be a string.')
    parameters[name] = values
  }
  return parameters
}
