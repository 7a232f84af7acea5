import type { CompiledQuery } from 'kysely'
import type { Reader, Tx } from './database.ts'

const ending = new WeakSet<object>()

/** Nothing comes after the work of this transaction. */
export const endsWithWork = (tx: Tx): Tx => {
  ending.add(tx)
  return tx
}

interface LastQuery extends CompiledQuery {
  readonly isLast?: true
}

/**
 * The last statement of a piece of work. If the transaction ends with that work, the commit is sent along with the statement:
 * nobody waits for the one before the other is sent, and what is locked is free earlier. So the statement itself must fail
 * where nothing may be committed; to look at its result is too late.
 */
export const asLast = (tx: Reader, query: CompiledQuery): CompiledQuery => {
  const last: LastQuery = { ...query, isLast: true }
  return ending.has(tx) ? last : query
}

export const isLast = (query: LastQuery): boolean => query.isLast === true
