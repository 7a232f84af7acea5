import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '../../support/app.ts'

const app = await testApp()

test('the rule against overlaps names the organization, the host and the span', async () => {
  const { rows } = await app.context.database.write((tx) =>
    sql<{
      definition: string
    }>`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'taken_spans_no_overlap'`.execute(
      tx,
    ),
  )
  assert.deepEqual(rows, [
    { definition: 'EXCLUDE USING gist (organization_id WITH =, membership_id WITH =, span WITH &&)' },
  ])
})
