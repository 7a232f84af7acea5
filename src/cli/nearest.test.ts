import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { didYouMean, nearest } from './nearest.ts'

const commands = ['start', 'serve', 'work', 'migrate', 'token', 'team', 'member']

describe('a mistyped word', () => {
  const typed: readonly (readonly [word: string, meant: string | undefined])[] = [
    ['strat', 'start'],
    ['tokens', 'token'],
    ['tokn', 'token'],
    ['miggrate', 'migrate'],
    ['wrok', 'work'],
    ['start', 'start'],
    ['frobnicate', undefined],
    ['x', undefined],
    ['', undefined],
  ]

  test('gets the word that is nearest, if one is near', () => {
    for (const [word, meant] of typed) assert.equal(nearest(word, commands), meant, word)
  })

  test('gets it as a sentence, or nothing', () => {
    assert.equal(didYouMean('strat', commands), ' Did you mean start?')
    assert.equal(didYouMean('frobnicate', commands), '')
  })
})
