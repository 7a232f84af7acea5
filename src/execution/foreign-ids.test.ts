import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignIdsIn, withLocalIds } from './foreign-ids.ts'

const known = new Map([
  [
    'SAME1',
    new Map([
      ['users', 'user-here'],
      ['event_types', 'type-here'],
    ]),
  ],
  ['ONLY1', new Map([['users', 'only-here']])],
])
const nothing = { path: {}, query: {}, body: {} }

test('an id is replaced by what it is among things of the kind that its URI or the address names', () => {
  const raw = {
    ...{ address: '/event_types/SAME1/anything', path: { uuid: 'SAME1' } },
    query: { user: 'https://api.other.test/users/SAME1', id: 'SAME1', only: 'ONLY1' },
    body: { event_types: ['https://api.other.test/event_types/SAME1', 'https://api.other.test/event_types/ONLY1'] },
  }
  assert.deepEqual(withLocalIds(raw, known), {
    ...{ address: raw.address, path: { uuid: 'type-here' } },
    query: { user: 'https://api.other.test/users/user-here', id: 'SAME1', only: 'only-here' },
    body: { event_types: ['https://api.other.test/event_types/type-here', 'https://api.other.test/event_types/ONLY1'] },
  })
})

test('fifty different ids of a request are looked up, and no more; a text of more than 2,000 characters is not', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `foreign${index}`)
  assert.deepEqual(foreignIdsIn({ ...nothing, query: { a: 'foreign0/foreign0' }, body: { ids } }), ids.slice(0, 50))
  assert.deepEqual(
    foreignIdsIn({ ...nothing, query: { a: `${'/x'.repeat(1000)}/foreign1`, b: `${'/'.repeat(1992)}foreign2` } }),
    ['foreign2'],
  )
})
