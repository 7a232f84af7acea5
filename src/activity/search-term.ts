import { wordsIn } from './words.ts'

/** What somebody looks for. */
export type SearchTerm =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly kind: 'not'; readonly term: SearchTerm }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly [SearchTerm, ...SearchTerm[]] }

type Sign = '(' | ')' | '|' | '+' | '-'
type Token = { readonly sign: Sign } | { readonly text: string; readonly isPrefix: boolean }

/**
 * `|` or OR, `+` or nothing between two for and, `-` in front for not, `"…"` for words that follow each other, `*` behind for a
 * beginning, parentheses. Undefined when it cannot be read: something is not closed, or stands alone.
 */
export const readSearchTerm = (text: string): SearchTerm | undefined => {
  const tokens = tokensIn(text)
  if (!tokens) return undefined
  const reading = new Reading(tokens)
  const term = reading.either()
  return term && reading.isAtEnd ? term : undefined
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
    else if (whole.trim() !== '') tokens.push({ sign: whole as Sign })
  }
  return end === text.length ? tokens : undefined
}

/** A minus in front is a sign, one in the middle is part of the word. */
const plainTokens = (text: string): Token[] => {
  if (text === 'OR') return [{ sign: '|' }]
  const minus = /^-+/.exec(text)?.[0] ?? ''
  const rest = text.slice(minus.length)
  const signs = [...minus].map((): Token => ({ sign: '-' }))
  return rest === '' ? signs : [...signs, { text: rest.replace(/\*+$/, ''), isPrefix: rest.endsWith('*') }]
}

class Reading {
  readonly #tokens: readonly Token[]
  #place = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#place === this.#tokens.length
  }

  either(): SearchTerm | undefined {
    const first = this.#all()
    if (!first) return undefined
    const terms: [SearchTerm, ...SearchTerm[]] = [first]
    while (this.#skip('|')) {
      const next = this.#all()
      if (!next) return undefined
      terms.push(next)
    }
    return terms.length === 1 ? first : { kind: 'or', terms }
  }

  #all(): SearchTerm | undefined {
    this.#skip('+')
    const first = this.#one()
    if (!first) return undefined
    const terms: [SearchTerm, ...SearchTerm[]] = [first]
    while (!this.isAtEnd && !this.#isAt('|') && !this.#isAt(')')) {
      this.#skip('+')
      const next = this.#one()
      if (!next) return undefined
      terms.push(next)
    }
    return terms.length === 1 ? first : { kind: 'and', terms }
  }

  #one(): SearchTerm | undefined {
    if (this.#skip('-')) {
      const term = this.#one()
      // Twice is not at all; and a pile of them would be too high for the database.
      return term && (term.kind === 'not' ? term.term : { kind: 'not', term })
    }
    if (this.#skip('(')) {
      const term = this.either()
      return term && this.#skip(')') ? term : undefined
    }
    const token = this.#tokens[this.#place]
    if (token === undefined || 'sign' in token) return undefined
    this.#place += 1
    const words = wordsIn(token.text)
    return words.length === 0 ? undefined : { kind: 'words', words, isPrefix: token.isPrefix }
  }

  #isAt(sign: Sign): boolean {
    const token = this.#tokens[this.#place]
    return token !== undefined && 'sign' in token && token.sign === sign
  }

  #skip(sign: Sign): boolean {
    if (!this.#isAt(sign)) return false
    this.#place += 1
    return true
  }
}
