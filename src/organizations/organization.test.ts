import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from './organization.ts'

test('an organization is individual until it has two members', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((memberCount) => kindOf({ memberCount })),
    ['individual', 'individual', 'multiple', 'multiple'],
  )
})
