import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SchemaTooNew } from '#platform/db/migrate.ts'
import { OperatorError } from './operator-error.ts'
import { schemaRefusal } from './schema.ts'

test('a schema that this release does not know is refused with what to run: init, migrate, or the newer release', () => {
  assert.equal(schemaRefusal({ version: 7, newest: 7 }), undefined)
  for (const [version, kind, advice] of [
    [0, OperatorError, /openslot init/],
    [6, OperatorError, /version 6.* requires 7.*openslot migrate/],
    [8, SchemaTooNew, /version 8.* only 7.*newer release/],
  ] as const) {
    const refusal = schemaRefusal({ version, newest: 7 })
    assert.ok(refusal instanceof kind)
    assert.match(refusal.message, advice)
  }
})
