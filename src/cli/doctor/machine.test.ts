import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { node } from './machine.ts'

describe('the version of Node', () => {
  const verdicts: readonly (readonly [string, boolean, string])[] = [
    ['20.18.0', true, 'wrong'],
    ['20.19.0', true, 'warning'],
    ['22.23.3', true, 'ok'],
    ['24.21.0', true, 'warning'],
    ['24.21.0', false, 'ok'],
    ['26.10.0', true, 'ok'],
  ]
  for (const [version, isEmbedded, verdict] of verdicts)
    test(`${version} on ${isEmbedded ? 'the embedded database' : 'PostgreSQL'}: ${verdict}`, () =>
      assert.equal(node(version, isEmbedded).verdict, verdict))
})
