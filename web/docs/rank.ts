/** Title, kind, address and text. */
export type SearchEntry = readonly [title: string, kind: string, path: string, text: string]

const maxResults = 12

/**
 * Those that have the most of the words first, where a rare word counts for more than a common one; of those that have
 * the same words, those that have them in their title.
 */
export const rank = (index: readonly SearchEntry[], wanted: string): readonly SearchEntry[] => {
  const words = [...new Set(wanted.toLowerCase().split(/\s+/).filter(Boolean))]
  const points = index.map((entry) => words.map((word) => pointsOf(entry, word)))
  const weights = words.map((_, at) => Math.log(1 + index.length / (points.filter((own) => own[at]).length || 1)))
  return index
    .map((entry, at) => {
      const own = points[at] ?? []
      const covered = own.reduce((sum, one, word) => sum + (one > 0 ? (weights[word] ?? 0) : 0), 0)
      const isTitle = entry[0].toLowerCase() === words.join(' ')
      return { entry, covered, score: own.reduce((sum, one) => sum + one, isTitle ? 20 : 0) }
    })
    .filter(({ covered }) => covered > 0)
    .sort((one, other) => other.covered - one.covered || other.score - one.score)
    .slice(0, maxResults)
    .map(({ entry }) => entry)
}

const pointsOf = ([title, kind, , text]: SearchEntry, word: string): number =>
  Math.max(
    pointsFor(title.toLowerCase(), word, 10),
    pointsFor(kind.toLowerCase(), word, 6),
    pointsFor(text.toLowerCase(), word, 1),
  )

/** Twice as much where a word begins with it. */
const pointsFor = (text: string, word: string, points: number): number => {
  const at = text.indexOf(word)
  if (at < 0) return 0
  return at === 0 || /[\s/{_.:-]/.test(text[at - 1] ?? '') ? points * 2 : points
}
