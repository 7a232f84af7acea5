import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRemarks } from './import.ts'

test('a report has a thousand remarks, each once, and the last one says that there are more', () => {
  const sentences = Array.from({ length: 1_000 }, (_, index) => `Remark ${index}`)
  assert.deepEqual(withRemarks(sentences.slice(0, 500), sentences), sentences)
  const more = withRemarks(sentences, ['One more'])
  assert.deepEqual(more, [...sentences.slice(0, 999), 'There is more of this kind than is listed here.'])
  assert.deepEqual(withRemarks(more, ['And another']), more)
})
