/** Words where they stand: the place tells which follow each other. */
export interface PlacedWord {
  readonly word: string
  readonly place: number
}

const maxWordLength = 100
const maxWords = 500

// Ids stay whole, so that one can be looked for; everything else is letters and digits.
const wordForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\p{L}\p{N}]+/gu

/** The words of a text, as they are kept and as they are looked for. */
export const wordsIn = (text: string): string[] => (text.toLowerCase().match(wordForm) ?? []).map((word) => word.slice(0, maxWordLength))

/** Those of several texts. Between two texts there is a gap, so that nothing reads from one into the next. */
export const placeWords = (texts: readonly string[]): PlacedWord[] => {
  const placed: PlacedWord[] = []
  let place = 1
  for (const text of texts) {
    for (const word of wordsIn(text)) {
      if (placed.length === maxWords) return placed
      placed.push({ word, place })
      place += 1
    }
    place += 1
  }
  return placed
}

const ourAddress = /^https?:\/\/.*\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Every text in an object, however deep. Of an address that ends in an id the id is enough. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [ourAddress.exec(value)?.[1] ?? value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsIn)
}

/** In the language of PostgreSQL's search: a quote and a backslash are the only letters that mean something. */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The same for a vector: its words with their places, and names that stand nowhere. All begin alike: they are one organization's. */
export const vectorOf = (words: readonly PlacedWord[], tags: readonly string[], beginning = ''): string =>
  [...words.map(({ word, place }) => `${quoted(beginning + word)}:${place}`), ...tags.map((tag) => quoted(beginning + tag))].join(' ')

/**
 * Every word of an organization begins with this, so that the index has a list for each word of each organization, and nobody's
 * search goes through what is another's.
 */
export const wordsBegin = (organizationId: string): string => `${Buffer.from(organizationId.replaceAll('-', ''), 'hex').subarray(0, 9).toString('base64url')} `
