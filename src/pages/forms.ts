import type { FastifyInstance } from 'fastify'
import { invalid, Problem, unsupportedMediaType } from '#contract/problem.ts'
import { isStorable } from '#http/strict-json.ts'

const maxFormBytes = 256 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses forms and nothing else. Only in this scope: the API accepts no forms. */
export const takeForms = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(/^application\/x-www-form-urlencoded(?:\s*;.*)?$/i, { parseAs: 'buffer', bodyLimit: maxFormBytes }, (request, body, done) => {
    try {
      const encoding = request.headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity') throw new Problem(unsupportedMediaType)
      done(null, parseForm(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

const parseForm = (body: Buffer): URLSearchParams => {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw invalid({ parameter: 'base', message: 'is not valid UTF-8' })
  }
  const form = new URLSearchParams(text)
  for (const [name, value] of form) if (!isStorable(name) || !isStorable(value)) throw invalid({ parameter: 'base', message: 'invalid' })
  return form
}
