/** Why a body is refused although its type is right. */
export class BadBody extends Error {
  override readonly name = 'BadBody'
}

const maxDepth = 32
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * JSON as an API should take it: not deeper than it needs to be, no key twice, no key that touches prototypes, no
 * number that turns into infinity, and no text that a database cannot hold.
 */
export const parseStrictJson = (text: string): unknown => {
  const colons = scan(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadBody('is not valid JSON')
  }
  // Every key has its colon; if the tree has fewer keys, one of them stood twice in the same object.
  if (countKeys(value) !== colons) throw new BadBody('contains the same key twice')
  return value
}

/** Counts the colons outside of strings, and stops at too many levels before anything is built. */
const scan = (text: string): number => {
  let depth = 0
  let colons = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
          if (text.charCodeAt(at) === 0x5c) at += 1
        break
      case 0x7b: // {
      case 0x5b: // [
        depth += 1
        if (depth > maxDepth) throw new BadBody(`is nested deeper than ${maxDepth} levels`)
        break
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1
        break
      case 0x3a: // :
        colons += 1
        break
    }
  }
  return colons
}

const countKeys = (value: unknown): number => {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new BadBody('contains text with a NUL character or a lone surrogate')
    return 0
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new BadBody('contains a number that is too large')
    return 0
  }
  if (value === null || typeof value !== 'object') return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0)
  let keys = 0
  for (const [key, item] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) throw new BadBody('contains a key that is not allowed')
    if (!isStorable(key)) throw new BadBody('contains text with a NUL character or a lone surrogate')
    keys += 1 + countKeys(item)
  }
  return keys
}

/** PostgreSQL has no NUL in text, and half a surrogate pair is not a character in UTF-8. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
