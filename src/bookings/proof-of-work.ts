import type { VisitorRules } from '#organizations/index.ts'

/** From here on `automatic` asks for proofs, and proofs become harder. */
const fullEnough = 0.5

/** About a second of a browser's time; the most, a quarter of a minute. */
const leastBits = 16
const mostBits = 20

/**
 * How many zero bits the proof of work of a visitor must begin with. `fullness`, from 0 to 1, is that of the limits for
 * visitors.
 */
export const neededBits = ({ botProtection }: Pick<VisitorRules, 'botProtection'>, fullness: number): number => {
  if (botProtection === 'off' || (botProtection === 'automatic' && fullness < fullEnough)) return 0
  const excess = Math.max(0, fullness - fullEnough) / (1 - fullEnough)
  return leastBits + Math.round(excess * (mostBits - leastBits))
}
