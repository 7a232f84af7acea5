import { wordsIn } from './words.ts'

/** What is searched for. */
export type SearchTerm =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly kind: 'not'; readonly term: SearchTerm }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly [SearchTerm, ...SearchTerm[]] }

type SearchOperator = '(' | ')' | '|' | '+' | '-'
type Token = { readonly operator: SearchOperator } | { readonly text: string; readonly isPrefix: boolean }

/**
 * `|` or OR, `+` or nothing between two for and, `-` in front for not, `"…"` for a phrase, `*` behind for a prefix,
 * parentheses. Undefined when it cannot be parsed: something is not closed, or an operator has no operand.
 */
export const parseSearchTerm = (text: string): SearchTerm | undefined => {
  const tokens = tokensIn(text)
  if (!tokens) return undefined
  const parser = new Parser(tokens)
  const term = parser.or()
  return term && parser.isAtEnd ? term : undefined
}

const tokenForm = /\s+|[()|+]|"([^"]*)"(\*?)|([^\s()|+"]+)/gy

const tokensIn = (text: string): Token[] | undefined => {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(tokenForm)) {
    end = match.index + match[0].length
    const [whole, phrase, star, plain] = match
    if (phrase !== undefined) tokens.push({ text: phrase, isPrefix: star === '*' })
    else if (plain !== undefined) tokens.push(...plainTokens(plain))
    else if (whole.trim() !== '') tokens.push({ operator: whole as SearchOperator })
  }
  return end === text.length ? tokens : undefined
}

/** A minus in front is an operator, one in the middle is part of the word. */
const plainTokens = (text: string): Token[] => {
  if (text === 'OR') return [{ operator: '|' }]
  const minus = /^-+/.exec(text)?.[0] ?? ''
  const rest = text.slice(minus.length)
  const nots = [...minus].map((): Token => ({ operator: '-' }))
  return rest === '' ? nots : [...nots, { text: rest.replace(/\*+$/, ''), isPrefix: rest.endsWith('*') }]
}

class Parser {
  readonly #tokens: readonly Token[]
  #index = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#index === this.#tokens.length
  }

  or(): SearchTerm | undefined {
    return this.#series(
      'or',
      () => this.#and(),
      () => this.#skip('|'),
    )
  }

  #and(): SearchTerm | undefined {
    this.#skip('+')
    return this.#series(
      'and',
      () => this.#unary(),
      () => this.#skip('+') || !(this.isAtEnd || this.#isAt('|') || this.#isAt(')')),
    )
  }

  #series(kind: 'and' | 'or', next: () => SearchTerm | undefined, goesOn: () => boolean): SearchTerm | undefined {
    const terms: SearchTerm[] = []
    do {
      const term = next()
      if (!term) return undefined
      terms.push(term)
    } while (goesOn())
    const [first, ...others] = terms
    return first && (others.length === 0 ? first : { kind, terms: [first, ...others] })
  }

  #unary(): SearchTerm | undefined {
    if (this.#skip('-')) {
      const term = this.#unary()
      // Two cancel out. A pile of them would be nested too deep for the database.
      return term && (term.kind === 'not' ? term.term : { kind: 'not', term })
    }
    if (this.#skip('(')) {
      const term = this.or()
      return term && this.#skip(')') ? term : undefined
    }
    const token = this.#tokens[this.#index]
    if (token === undefined || 'operator' in token) return undefined
    this.#index += 1
    const words = wordsIn(token.text)
    return words.length === 0 ? undefined : { kind: 'words', words, isPrefix: token.isPrefix }
  }

  #isAt(operator: SearchOperator): boolean {
    const token = this.#tokens[this.#index]
    return token !== undefined && 'operator' in token && token.operator === operator
  }

  #skip(operator: SearchOperator): boolean {
    if (!this.#isAt(operator)) return false
    this.#index += 1
    return true
  }
}
