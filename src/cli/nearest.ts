/** The candidate that was probably meant; undefined when none is near. */
export const nearest = (word: string, candidates: readonly string[]): string | undefined => {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined
}

export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const meant = nearest(word, candidates)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

/**
 * How many letters must be typed, deleted, replaced or swapped with their neighbour to get from one word to the other.
 */
const distanceBetween = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    const costs = [row]
    rows.push(costs)
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      costs.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
