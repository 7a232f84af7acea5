/** What identifies a person in texts that are about others as well, and so cannot be deleted whole. */
export interface PersonIdentifiers {
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly names: readonly string[]
}

const mark = 'Erased'

/** Names are replaced only in these fields, which people type. Elsewhere a name could be any word of ours. */
const freeTexts = new Set(['meeting_notes_plain', 'meeting_notes_html', 'reason', 'canceled_by'])

/** Replaces what identifies a person in texts. */
export class PersonRedactor {
  readonly #certain: RegExp | undefined
  readonly #named: RegExp | undefined

  constructor({ emails, phones, names }: PersonIdentifiers) {
    this.#certain = anyOf([...emails, ...phones.filter((phone) => phone.length >= 6)])
    this.#named = anyOf(names.filter((name) => name.trim().length >= 2))
  }

  get isEmpty(): boolean {
    return this.#certain === undefined && this.#named === undefined
  }

  /** In a free text. */
  redact<T extends string | null>(text: T): T {
    if (text === null) return text
    return this.#cut(this.#cut(text, this.#certain), this.#named) as T
  }

  /**
   * Every string in a JSON text; an item of a list that has their address is removed. Unchanged, to the byte, when
   * nothing was found.
   */
  redactJson(json: string): string {
    const value: unknown = JSON.parse(json)
    const before = JSON.stringify(value)
    const after = JSON.stringify(this.#clean(value, false))
    return after === before ? json : after
  }

  #clean(value: unknown, isFree: boolean): unknown {
    if (typeof value === 'string') return isFree ? this.redact(value) : this.#cut(value, this.#certain)
    if (Array.isArray(value)) return value.filter((item) => !this.#lists(item)).map((item) => this.#clean(item, isFree))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#clean(inner, freeTexts.has(key))]),
    )
  }

  #lists(item: unknown): boolean {
    const { email } = (item ?? {}) as { email?: unknown }
    return typeof email === 'string' && this.#certain !== undefined && email.replace(this.#certain, '') === ''
  }

  #cut(text: string, form: RegExp | undefined): string {
    return form ? text.replace(form, mark) : text
  }
}

/** As whole words, whatever the case. The longest first: a name may begin another. */
const anyOf = (texts: readonly string[]): RegExp | undefined => {
  const found = [...new Set(texts.map((text) => text.trim()).filter(Boolean))].sort(
    (one, other) => other.length - one.length,
  )
  if (found.length === 0) return undefined
  const escaped = found.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}
