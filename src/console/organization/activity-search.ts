import type { ActivityTexts } from '../../../languages/console/activity.ts'

/** What the operation takes. */
const maxTermLength = 300
/** Shorter ones are found as they are: they begin too many words. */
const minWordLength = 3

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * A piece of a search term as somebody writes it: a phrase or a word, with what stands before and behind it. Other
 * pieces are operators.
 */
const pieces = /(-*)(?:"([^"]*)"|([^\s()|+"*]+))(\*?)|[()|+]/gu

interface Piece {
  readonly before: string
  readonly written: string
  /** What is stored where the screen shows this; each is a phrase. */
  readonly stored: string[]
}

/**
 * The log holds names such as `Invitation_Sent`, and the screen shows `Einladung gesendet`. Each word of a search gets
 * the stored names that are shown with it as alternatives, so that entries are found by what one reads. What would be
 * too long is left out, the longest names first.
 */
export const searchTermFor = (texts: ActivityTexts, typed: string): string => {
  const found: (Piece | string)[] = [...typed.matchAll(pieces)].map(([whole, before = '', phrase, word, star]) => {
    const text = phrase ?? word
    if (text === undefined || whole === 'OR') return whole
    return {
      before,
      written: whole.slice(before.length),
      stored: storedFor(texts, wordsIn(text), phrase === undefined || star === '*'),
    }
  })
  // What cannot be taken apart is for the operation to refuse.
  if (typed.replaceAll(pieces, '').trim() !== '') return typed
  const term = (): string => found.map((piece) => (typeof piece === 'string' ? piece : writtenOut(piece))).join(' ')
  const longest = (): string[] =>
    found
      .flatMap((piece) => (typeof piece === 'string' ? [] : [piece.stored]))
      .reduce((a, b) => (b.length > a.length ? b : a), [])
  while (term().length > maxTermLength) if (longest().pop() === undefined) return typed
  return term()
}

const writtenOut = ({ before, written, stored }: Piece): string =>
  stored.length === 0
    ? `${before}${written}`
    : `${before}(${[written, ...stored.map((text) => (text.includes(' ') ? `"${text}"` : text))].join(' | ')})`

/** Shortest first; without those that have another one in them, which finds them too. */
const storedFor = (
  { namespaces, kinds, actions }: ActivityTexts,
  asked: readonly string[],
  isPrefix: boolean,
): string[] => {
  if (asked.join('').length < minWordLength) return []
  const shown = [namespaces, kinds, actions].flatMap((names) => Object.entries(names))
  const matching = shown
    .filter(([, text]) => hasWords(wordsIn(text), asked, isPrefix))
    .map(([name]) => wordsIn(name).join(' '))
  const shortestFirst = [...new Set(matching)].sort((a, b) => a.length - b.length)
  return shortestFirst.filter(
    (text, index) => !shortestFirst.slice(0, index).some((shorter) => ` ${text} `.includes(` ${shorter} `)),
  )
}

const hasWords = (words: readonly string[], asked: readonly string[], isPrefix: boolean): boolean =>
  words.some((_, start) =>
    asked.every((word, index) =>
      isPrefix && index === asked.length - 1 ? words[start + index]?.startsWith(word) : words[start + index] === word,
    ),
  )
