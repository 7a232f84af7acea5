import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyTooLarge, Problem, unsupportedMediaType } from '#contract/problem.ts'
import { BadBody, parseStrictJson } from './strict-json.ts'

export const maxBodyBytes = 64 * 1024

export const formType = /^application\/x-www-form-urlencoded(?:\s*;.*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON bodies by our own parser. The framework's refuses an empty body with a JSON content type, which real clients
 * send with POST and DELETE.
 */
export const takeJsonBodies = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  const json = /^application\/(?:[\w.-]+\+)?json(?:\s*;.*)?$/i
  server.addContentTypeParser(json, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parseObject(textOfBody(request, body)),
  )
}

/** Of a body as it came: nothing is unpacked. */
export const textOfBody = ({ headers }: Pick<FastifyRequest, 'headers'>, body: Buffer): string => {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Problem(unsupportedMediaType)
  try {
    return utf8.decode(body)
  } catch {
    throw new BadBody('is not valid UTF-8')
  }
}

/**
 * A GET may have a body, by clients that send filters so: a JSON object, whatever type it says it has. The framework
 * reads none, so it is read here, up to the same bound.
 */
export const readGetBody = async ({
  raw,
  headers,
}: Pick<FastifyRequest, 'raw' | 'headers'>): Promise<Record<string, unknown> | undefined> => {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new Problem(bodyTooLarge)
    chunks.push(chunk)
  }
  // One that says it is compressed is no JSON as it stands.
  const members = Object.entries(parseObject(textOfBody({ headers: {} }, Buffer.concat(chunks))))
  return Object.fromEntries(members.filter(([, value]) => value !== null))
}

const parseObject = (text: string): object => {
  if (text.trim() === '') return {}
  const value = parseStrictJson(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new BadBody('must be an object')
  return value
}
