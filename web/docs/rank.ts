/** Title, kind, address and text. */
export type SearchEntry = readonly [title: string, kind: string, path: string, text: string]

const maxResults = 12

/**
 * Those that have the most of the words first, where a rare word counts for more than a common one; of those that have
 * the same words, those that have them in their title.
 */
export const rank = (index: readonly SearchEntry[], wanted: string): readonly SearchEntry[] => {
  const words = [...new Set(wordsIn(wanted))].map((word) =>
    index.some((entry) => pointsOf(entry, word) > 0) ? word : (corrected(word, index) ?? word),
  )
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

const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** The word of a title that begins like a mistyped one. */
const corrected = (word: string, index: readonly SearchEntry[]): string | undefined =>
  word.length < 4
    ? undefined
    : index
        .flatMap(([title]) => wordsIn(title))
        .find((known) => [0, 1, -1].some((more) => isTypo(word, known.slice(0, word.length + more))))

/** One letter too many, too few or wrong, or two that changed places. */
const isTypo = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [a = '', b = ''] = [one, other].map((word) => word.slice(start, word.length - end))
  return (a.length < 2 && b.length < 2) || (b.length === 2 && a === [...b].reverse().join(''))
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
