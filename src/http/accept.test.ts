import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersHtml } from './accept.ts'

const cases: readonly (readonly [accept: string | undefined, expected: boolean])[] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['application/json, text/html;q=0.9', false],
  ['application/json;q=0.5, text/html;q=0.9', true],
  ['application/json, text/html', true],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['text/html; charset=utf-8; q=0.4', true],
  ['text/htmlx', false],
  [';q=1,,,', false],
]

for (const [accept, expected] of cases)
  test(`Accept: ${accept} means ${expected ? 'a page' : 'JSON'}`, () => assert.equal(prefersHtml(accept), expected))
