const maxWordLength = 100
const maxWords = 500

// Ids stay whole, so that one can be searched for; everything else is letters and digits.
const wordForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\p{L}\p{N}]+/gu

/** The words of a text, as they are indexed and as they are searched for. */
export const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(wordForm) ?? []).map((word) => word.slice(0, maxWordLength))

const ourAddress = /^https?:\/\/.*\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Every text in an object, however deep. Of an address that ends in an id the id is enough. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [ourAddress.exec(value)?.[1] ?? value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsIn)
}

/** What an entry can be filtered by is among its lexemes, in forms that no word can have. */
export const tags = {
  namespace: (name: string) => `=n ${name}`,
  action: (name: string) => `=a ${name}`,
  user: (id: string) => `=u ${id}`,
} as const

/**
 * Every lexeme of an organization begins with this, so that the index has a list for each word of each organization,
 * and a search reads nothing of another. Lists of two organizations with the same prefix would only be longer: queries
 * name the organization too.
 */
export const lexemePrefix = (organizationId: string): string =>
  `${Buffer.from(organizationId.replaceAll('-', ''), 'hex').subarray(0, 9).toString('base64url')} `

/** As a tsvector and a tsquery are written: only quotes and backslashes need escaping. */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The tsvector of an entry: its words with their positions, and its tags without one. Between texts is a gap, so that
 * no phrase spans two.
 */
export const vectorOf = (texts: readonly string[], tagged: readonly string[], prefix = ''): string => {
  const lexemes = texts.flatMap((text, gap) => wordsIn(text).map((word) => ({ word, gap }))).slice(0, maxWords)
  return [
    ...lexemes.map(({ word, gap }, index) => `${quoted(prefix + word)}:${index + gap + 1}`),
    ...tagged.map((tag) => quoted(prefix + tag)),
  ].join(' ')
}
