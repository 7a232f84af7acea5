/** Title, kind, address and text. */
export type SearchEntry = readonly [title: string, kind: string, path: string, text: string]

const maxResults = 12

/** The entries that have every word, those that have them in their title first. */
export const rank = (index: readonly SearchEntry[], wanted: string): readonly SearchEntry[] => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return index
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ entry }) => entry)
}

const scoreOf = ([title, kind, , text]: SearchEntry, words: readonly string[]): number => {
  let sum = 0
  for (const word of words) {
    const score = Math.max(pointsFor(title.toLowerCase(), word, 10), pointsFor(kind.toLowerCase(), word, 6), pointsFor(text.toLowerCase(), word, 1))
    if (score === 0) return 0
    sum += score
  }
  return sum + (title.toLowerCase() === words.join(' ') ? 20 : 0)
}

/** Twice as much where a word begins with it. */
const pointsFor = (text: string, word: string, points: number): number => {
  const at = text.indexOf(word)
  if (at < 0) return 0
  return at === 0 || /[\s/{_.:-]/.test(text[at - 1] ?? '') ? points * 2 : points
}
