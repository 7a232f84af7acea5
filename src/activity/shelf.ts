import type { SearchTerm } from './search-term.ts'

/** So many entries stand on one shelf, in the order of time. */
export const shelfSize = 4096

/** Some of the entries of a shelf: a bit for each. */
export type Places = Uint32Array

const wordsPerShelf = shelfSize / 32
export const bitmapBytes = shelfSize / 8

// Loops, because there are many of them: a search goes through all of an organization's shelves.
const combine = (one: Places, other: Places, how: 'and' | 'or' | 'and not'): Places => {
  const places = new Uint32Array(wordsPerShelf)
  for (let at = 0; at < wordsPerShelf; at += 1) {
    const a = one[at] ?? 0
    const b = other[at] ?? 0
    places[at] = how === 'and' ? a & b : how === 'or' ? a | b : a & ~b
  }
  return places
}

export const none: Places = new Uint32Array(wordsPerShelf)
const everything: Places = new Uint32Array(wordsPerShelf).fill(0xffffffff)
export const either = (one: Places, other: Places): Places => (one === none ? other : other === none ? one : combine(one, other, 'or'))
const both = (one: Places, other: Places): Places => (one === none || other === none ? none : combine(one, other, 'and'))
const without = (one: Places, other: Places): Places => (one === none || other === none ? one : combine(one, other, 'and not'))

export const placesAt = (offsets: Iterable<number>): Places => {
  const places = new Uint32Array(wordsPerShelf)
  for (const offset of offsets) places[offset >>> 5] = (places[offset >>> 5] ?? 0) | (1 << (offset & 31))
  return places
}

/** Those from one offset up to another. */
export const within = (places: Places, from: number, to: number): Places => {
  if (places === none || (from <= 0 && to >= shelfSize)) return places
  return places.map((bits, at) => bits & bitsUpTo(to - at * 32) & ~bitsUpTo(from - at * 32))
}

const bitsUpTo = (count: number): number => (count <= 0 ? 0 : count >= 32 ? -1 : (1 << count) - 1)

export const countOf = (places: Places): number => {
  let count = 0
  if (places !== none) for (const bits of places) count += ones(bits)
  return count
}

const ones = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** In their order. */
export const offsetsIn = (places: Places): number[] => {
  const offsets: number[] = []
  if (places === none) return offsets
  for (let at = 0; at < wordsPerShelf; at += 1) {
    for (let left = places[at] ?? 0; left !== 0; left &= left - 1) offsets.push(at * 32 + 31 - Math.clz32(left & -left))
  }
  return offsets
}

/** As they are kept: what many entries have as a bit for each of the shelf, what few have as their offsets. */
export const packed = (offsets: readonly number[]): Buffer =>
  offsets.length * 2 < bitmapBytes ? Buffer.from(Uint16Array.from(offsets).buffer) : Buffer.from(placesAt(offsets).buffer)

/** How long they are tells which of the two they are. Several of one kind may come behind each other. */
export const unpacked = (bytes: Buffer, areBits: boolean): Places => {
  // A view of numbers must begin at a multiple of their size, which what comes from a database does not.
  const own = Uint8Array.from(bytes).buffer
  if (!areBits) return placesAt(new Uint16Array(own))
  let places: Places = none
  for (let from = 0; from < own.byteLength; from += bitmapBytes) places = either(places, new Uint32Array(own, from, wordsPerShelf))
  return places
}

/** Under what a shelf keeps which of its entries have something. */
export interface ShelfKey {
  readonly word: string
  readonly isPrefix: boolean
}

const inARow = (one: string, next: string): string => `${one} ${next}`
const repeated = (word: string): string => `=2 ${word}`

/** Everything that an entry is kept under: its words, two that follow each other, and what it has more than once. */
export const keptUnder = (words: readonly { readonly word: string; readonly places: readonly number[] }[]): Set<string> => {
  const keys = new Set<string>()
  const standing = new Map<number, string>()
  for (const { word, places } of words) {
    keys.add(word)
    if (places.length > 1) keys.add(repeated(word))
    for (const place of places) standing.set(place, word)
  }
  for (const [place, word] of standing) {
    const next = standing.get(place + 1)
    if (next !== undefined) keys.add(inARow(word, next))
  }
  return keys
}

const pairsOf = ({ words, isPrefix }: Extract<SearchTerm, { kind: 'words' }>): ShelfKey[] =>
  words.slice(1).map((word, at) => ({ word: inARow(words[at] ?? '', word), isPrefix: isPrefix && at === words.length - 2 }))

const betweenOthers = ({ words }: Extract<SearchTerm, { kind: 'words' }>): ShelfKey[] =>
  words.slice(1, -1).map((word) => ({ word: repeated(word), isPrefix: false }))

/** What has to be looked up to know which entries have it. */
export const keysOf = (term: SearchTerm): ShelfKey[] => {
  switch (term.kind) {
    case 'words':
      return term.words.length === 1 ? [{ word: term.words[0] ?? '', isPrefix: term.isPrefix }] : [...pairsOf(term), ...betweenOthers(term)]
    case 'not':
      return keysOf(term.term)
    default:
      return term.terms.flatMap(keysOf)
  }
}

/** Which entries have it, and of which the shelf alone cannot tell. */
export interface OnShelf {
  readonly sure: Places
  readonly doubtful: Places
}

export const findOnShelf = (term: SearchTerm, look: (key: ShelfKey) => Places): OnShelf => {
  switch (term.kind) {
    case 'words': {
      if (term.words.length === 1) return { sure: look({ word: term.words[0] ?? '', isPrefix: term.isPrefix }), doubtful: none }
      const all = pairsOf(term).map(look).reduce(both)
      // Two and two that follow each other are three in a row, unless the one in the middle is there twice.
      const ambiguous = betweenOthers(term).map(look).reduce(either, none)
      return { sure: without(all, ambiguous), doubtful: both(all, ambiguous) }
    }
    case 'not': {
      const { sure, doubtful } = findOnShelf(term.term, look)
      return { sure: without(everything, either(sure, doubtful)), doubtful }
    }
    case 'and':
      return term.terms
        .map((one) => findOnShelf(one, look))
        .reduce((one, other) => known(both(one.sure, other.sure), both(either(one.sure, one.doubtful), either(other.sure, other.doubtful))))
    case 'or':
      return term.terms
        .map((one) => findOnShelf(one, look))
        .reduce((one, other) => known(either(one.sure, other.sure), either(either(one.sure, one.doubtful), either(other.sure, other.doubtful))))
  }
}

const known = (sure: Places, possible: Places): OnShelf => ({ sure, doubtful: without(possible, sure) })
