/** The first sixth of a soak: code is compiled and caches fill. */
const warmUp = 1 / 6
const mostGrowth = 0.1

/**
 * Whether a heap stays flat: the least that was held in the last quarter after warm-up, beside the least of the first.
 * `part` is how much of the whole time had passed at a sample. Undefined when one of the quarters has no sample.
 */
export const growthOfHeap = (samples) => {
  const quarter = (1 - warmUp) / 4
  const least = (from, to) =>
    Math.min(...samples.filter(({ part }) => part >= from && part <= to).map(({ heldBytes }) => heldBytes))
  const [first, last] = [least(warmUp, warmUp + quarter), least(1 - quarter, Number.POSITIVE_INFINITY)]
  if (!Number.isFinite(first) || !Number.isFinite(last)) return undefined
  const growth = last / first - 1
  return { first, last, growth, isFlat: growth <= mostGrowth }
}
