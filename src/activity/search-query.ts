import type { EntryFilter } from './entry.ts'
import type { SearchTerm } from './search-term.ts'
import { lexemePrefix, quoted, tags } from './words.ts'

/** The tsquery for a filter, apart from its times; undefined when it filters nothing. */
export const queryFor = (
  organizationId: string,
  { search, userIds, namespaces, actions }: EntryFilter,
): string | undefined => {
  const terms = [
    ...anyOf(userIds, tags.user),
    ...anyOf(namespaces, tags.namespace),
    ...anyOf(actions, tags.action),
    ...(search ? [search] : []),
  ]
  const [first, ...others] = terms
  if (!first) return undefined
  const needed = terms.every(isNegative) ? [anyNamespace] : []
  return queryOf({ kind: 'and', terms: [first, ...others, ...needed] }, lexemePrefix(organizationId))
}

const anyOf = (values: readonly string[] | undefined, tag: (value: string) => string): SearchTerm[] => {
  if (values === undefined) return []
  const [first = noTag, ...others] = values.map(
    (value): SearchTerm => ({ kind: 'words', words: [tag(value)], isPrefix: false }),
  )
  return [{ kind: 'or', terms: [first, ...others] }]
}

/** No entry has it. */
const noTag: SearchTerm = { kind: 'words', words: ['=none'], isPrefix: false }

/** Every entry has it. GIN reads the whole index for a query without anything that must be there. */
const anyNamespace: SearchTerm = { kind: 'words', words: [tags.namespace('')], isPrefix: true }

/** Whether an entry without any words would match. */
const isNegative = (term: SearchTerm): boolean => {
  switch (term.kind) {
    case 'words':
      return false
    case 'not':
      return !isNegative(term.term)
    case 'and':
      return term.terms.every(isNegative)
    case 'or':
      return term.terms.some(isNegative)
  }
}

/** As PostgreSQL writes a tsquery, with a prefix before every lexeme. */
export const queryOf = (term: SearchTerm, prefix = ''): string => {
  switch (term.kind) {
    case 'words':
      return `(${term.words.map((word, index) => `${quoted(prefix + word)}${term.isPrefix && index === term.words.length - 1 ? ':*' : ''}`).join(' <-> ')})`
    case 'not':
      return `!${queryOf(term.term, prefix)}`
    default:
      return `(${term.terms.map((one) => queryOf(one, prefix)).join(term.kind === 'and' ? ' & ' : ' | ')})`
  }
}
