import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, unsupportedMediaType } from '#contract/problem.ts'
import { BadJson, parseStrictJson } from './strict-json.ts'

export const maxBodyBytes = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON bodies by our own parser. The framework's refuses an empty body with a JSON content type, which real clients send
 * with POST and DELETE.
 */
export const takeJsonBodies = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:\s*;.*)?$/i, { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (request, body, done) => {
    try {
      done(null, parseObject(textOfBody(request, body as Buffer)))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Of a body as it came: nothing is unpacked. */
export const textOfBody = ({ headers }: Pick<FastifyRequest, 'headers'>, body: Buffer): string => {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Problem(unsupportedMediaType)
  try {
    return utf8.decode(body)
  } catch {
    throw new BadJson('is not valid UTF-8')
  }
}

const parseObject = (text: string): object => {
  if (text.trim() === '') return {}
  const value = parseStrictJson(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new BadJson('must be an object')
  return value
}
