import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '#contract/problem.ts'
import { formType, textOfBody } from '#http/bodies.ts'
import { isStorable } from '#http/strict-json.ts'

const maxFormBytes = 256 * 1024

/** Parses forms and nothing else. Only in this scope: the API accepts no forms. */
export const takeForms = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: maxFormBytes }, async (request: FastifyRequest, body: Buffer) => {
    const form = new URLSearchParams(textOfBody(request, body))
    for (const [name, value] of form) if (!isStorable(name) || !isStorable(value)) throw invalid({ parameter: 'base', message: 'invalid' })
    return form
  })
}
