import type { FastifyRequest } from 'fastify'
import { splitTarget } from '#http/query.ts'
import { isStorable } from '#http/strict-json.ts'

/** Names in lower case, the first value of each, but all guests: marketing links carry anything. Values that no field can hold are dropped. */
export const visitorQuery = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams => {
  const first = new Map<string, string>()
  const guests: string[] = []
  for (const [name, value] of new URLSearchParams(splitTarget(url).query)) {
    const known = name.toLowerCase()
    if (!isStorable(known) || !isStorable(value)) continue
    if (/^guests(\[\d*\])?$/.test(known)) guests.push(value)
    else if (!first.has(known)) first.set(known, value)
  }
  if (guests.length > 0) first.set('guests', guests.join(','))
  return new URLSearchParams([...first])
}
