import { readInstant } from '#platform/time/instant.ts'
import { invalid } from './problem.ts'

/**
 * Refuses what a request would change and cannot. Takes the resource as it stands, or, where it is new, as it will be.
 */
export type CheckFixed = (current: object) => void

/**
 * A setting that we know and cannot change is never ignored in silence: it is refused where its value differs from what
 * stands. Clients that read a resource, change a field and send back the whole send the others as they stand.
 */
export const fixedCheck =
  (paths: readonly string[], sent: Readonly<Record<string, unknown>>): CheckFixed =>
  (current) => {
    const changed = paths.filter((path) => {
      const value = valueAt(sent, path.split('.'))
      return value !== undefined && !isSame(value, valueAt(current, path.split('.')))
    })
    if (changed.length > 0)
      throw invalid(...changed.map((parameter) => ({ parameter, reason: 'unchangeable' as const })))
  }

/** `profile.owner`; `event_guests.*.email` is that of each. */
const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value
  if (name === '*') return Array.isArray(value) ? value.map((item) => valueAt(item, rest)) : value
  if (typeof value !== 'object' || value === null) return undefined
  return Object.hasOwn(value, name) ? valueAt((value as Record<string, unknown>)[name], rest) : undefined
}

/** Of an object, what was sent must be there: more may be. */
const isSame = (sent: unknown, current: unknown): boolean => {
  if (sent === undefined || sent === current) return true
  if (sent === null || current === null || current === undefined) return (sent ?? null) === (current ?? null)
  if (Array.isArray(sent))
    return (
      Array.isArray(current) &&
      sent.length === current.length &&
      sent.every((item, index) => isSame(item, current[index]))
    )
  if (typeof sent === 'object') {
    if (typeof current !== 'object' || Array.isArray(current)) return false
    return Object.entries(sent).every(
      ([name, value]) => !Object.hasOwn(current, name) || isSame(value, (current as Record<string, unknown>)[name]),
    )
  }
  // Clients send numbers and truth values as text, and write instants and URIs in their own way.
  if (typeof current === 'number' || typeof current === 'boolean') return sent === String(current)
  return (
    typeof sent === 'string' &&
    typeof current === 'string' &&
    (isSameInstant(sent, current) || isSameReference(sent, current))
  )
}

const isSameInstant = (one: string, other: string): boolean => {
  const [first, second] = [readInstant(one), readInstant(other)]
  return first !== undefined && first.getTime() === second?.getTime()
}

/** By its path, whatever the host; a bare id will do too, as in every reference. */
const isSameReference = (sent: string, current: string): boolean => {
  const id = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(current)?.[1]
  return id !== undefined && sent.toLowerCase().replace(/\/$/, '').split('/').at(-1) === id
}
