import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('a cell is never a formula, and never leaves its quotes', () => {
  const rows = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', 'plain', 'a "quoted" one', 'two\nlines'].map((value) => [
    value,
  ])
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

test('a cell is never a formula after a delimiter that another locale splits at, nor in full-width letters', () => {
  const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const befores = ['', ' ', '\u00a0', '\ufeff', ';', 'a;', 'a,', 'a|', 'a\t', 'a\n', 'a\r\n', 'a\u2028', 'a"']
  for (const before of befores) {
    for (const start of starts) {
      const value = `${before}${start}cmd()`
      const [, cell = ''] = csvOf(['value'], [[value]])
        .slice(1)
        .split('"value"\r\n')
      // However it is split: no piece begins like a formula.
      const pieces = cell
        .trimEnd()
        .slice(1, -1)
        .split(/[;,|\t\n\r\u2028\u2029"]/)
      for (const piece of pieces) assert.doesNotMatch(piece, /^[\s\ufeff]*[=+\-@＝＋－＠]/u, JSON.stringify(value))
    }
  }
  assert.equal(
    csvOf(['a'], [['ada@example.com', '2026-03-02', 'a - b', 'x; y']]).split('\r\n')[1],
    '"ada@example.com","2026-03-02","a - b","x; y"',
  )
})
