import type { CompiledQuery } from 'kysely'

/**
 * When the commit is sent: with the last statement, which saves a round trip and frees locks earlier, or after the work. The
 * first is only for work that is the whole transaction.
 */
export type CommitTiming = 'with_last_statement' | 'after_work'

interface QueryWithCommit extends CompiledQuery {
  readonly carriesCommit?: true
}

/** The statement itself must fail where nothing may be committed (`refuse_statement` in SQL): to look at its result is too late. */
export const lastStatement = (query: CompiledQuery, commit: CommitTiming): CompiledQuery => {
  const withCommit: QueryWithCommit = { ...query, carriesCommit: true }
  return commit === 'with_last_statement' ? withCommit : query
}

export const carriesCommit = (query: QueryWithCommit): boolean => query.carriesCommit === true
