import type { FastifyRequest } from 'fastify'
import { invalid } from '#contract/problem.ts'

export const idempotencyHeader = 'Idempotency-Key'
export const maxKeyLength = 255

const printable = /^[\x20-\x7e]{1,255}$/

/** The key under which the sender may send the same again; undefined when they gave none. */
export const idempotencyKeyOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && printable.test(key))) return key
  throw invalid({ parameter: idempotencyHeader, reason: 'key_format', values: { most: maxKeyLength } })
}
