import { readInstant } from '#platform/time/instant.ts'

// What is read of Cal.com, whose versions differ: a field that is missing is null.

export type Row = Readonly<Record<string, unknown>>

export const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** An object, also one that is kept as text. */
export const rowIn = (value: unknown): Row => {
  const read = jsonIn(value)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Row) : {}
}

export const rowsIn = (value: unknown): readonly Row[] => {
  const read = jsonIn(value)
  return Array.isArray(read) ? read.map(rowIn) : []
}

const jsonIn = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Its database keeps times in UTC, without saying so. */
export const instantIn = (value: unknown): Date | null => {
  const text = textIn(value)?.replace(' ', 'T') ?? ''
  return readInstant(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`) ?? null
}

/** For what has no date. Every run gives the same, so that nothing looks changed. */
export const longAgo = new Date(0)
