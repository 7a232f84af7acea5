import type { FastifyRequest } from 'fastify'
import { splitTarget } from '#http/query.ts'
import { isStorable } from '#http/strict-json.ts'

/** Names in small letters, the first of each: marketing links carry anything. What no field can hold is not there. */
export const visitorQuery = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams => {
  const first = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(splitTarget(url).query)) {
    const known = name.toLowerCase()
    if (!first.has(known) && isStorable(known) && isStorable(value)) first.set(known, value)
  }
  return new URLSearchParams([...first])
}
