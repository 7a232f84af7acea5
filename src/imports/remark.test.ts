import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultFrom, remarkFrom, remarkOf, remarkText, withRemarks } from './remark.ts'

test('a report has a thousand remarks, each once, and the last one says that there are more', () => {
  const remarks = Array.from({ length: 1_000 }, (_, index) => remarkOf('questions_unreadable', { name: `${index}` }))
  assert.deepEqual(withRemarks(remarks.slice(0, 500), remarks), remarks)
  const more = withRemarks(remarks, [remarkOf('erased')])
  assert.deepEqual(more, [...remarks.slice(0, 999), remarkOf('more')])
  assert.deepEqual(withRemarks(more, [remarkOf('overlapping')]), more)
})

test('a remark is the same in whatever order the database gives its values', () => {
  const one = remarkOf('address_changed', { name: 'Intro', now: '/a', before: '/b' })
  const two = remarkOf('address_changed', { before: '/b', now: '/a', name: 'Intro' })
  assert.equal(withRemarks([one], [two]).length, 1)
})

test('values from the other service are cut, so that no sentence is longer than a thousand characters', () => {
  const [one] = withRemarks([], [remarkOf('record_unreadable', { path: '/users', id: 'x', what: 'y'.repeat(5_000) })])
  assert.ok(one && remarkText(one).length < 1_000)
})

test('sentences that earlier releases stored are shown as they are', () => {
  assert.equal(remarkText(remarkFrom('The token is of one user.')), 'The token is of one user.')
  assert.equal(faultFrom('It was stopped.')?.code, 'other')
})

test('a code of a later release is shown with its values instead of failing, as a cause too', () => {
  for (const code of ['of_tomorrow', 'toString']) {
    const unknown = { code, values: { name: 'Intro' } }
    assert.match(remarkText(remarkFrom(unknown)), new RegExp(`${code}.*Intro`))
    assert.match(remarkText(remarkFrom({ code: 'retrying', values: {}, cause: unknown })), new RegExp(`${code}.*Intro`))
  }
})

test('a remark names its cause, and lists by their names', () =>
  assert.equal(
    remarkText(remarkOf('page_refused', { list: 'event_types' }, remarkOf('source_rejected', { status: 400 }))),
    'The source keeps rejecting a page of a list (event types). The source rejects the request (400). Import again later to continue where it stopped.',
  ))
