import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('a cell is never a formula, and never leaves its quotes', () => {
  const rows = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', 'plain', 'a "quoted" one', 'two\nlines'].map((value) => [value])
  assert.deepEqual(csvOf(['value'], rows).slice(1).split('\r\n'), [
    '"value"',
    '"\'=1+1"',
    '"\'+1"',
    '"\'-1"',
    '"\'@x"',
    '"\'\t=1"',
    '"\'\r=1"',
    '"plain"',
    '"a ""quoted"" one"',
    '"two\nlines"',
    '',
  ])
})
