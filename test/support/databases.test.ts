// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '#platform/db/migrate.ts'
import { databaseKind, openTestDatabase } from './databases.ts'

test('a test finds a database of the announced kind, with every migration applied', async () => {
  const database = await openTestDatabase()
  assert.equal(database.kind, databaseKind)
  const applied = await database.session((session) =>
    session.query<{ version: number }>('select version from schema_migrations order by version'),
  )
  assert.deepEqual(
    applied.map(({ version }) => version),
    (await readMigrations()).map(({ version }) => version),
  )
})

test('it is opened once, for all tests of the process', async () => {
  assert.equal(await openTestDatabase(), await openTestDatabase())
})

if (databaseKind === 'postgres') {
  test('on PostgreSQL, tests run as production does: as a role that is no superuser', async () => {
    const database = await openTestDatabase()
    const roles = await database.session((session) =>
      session.query('select rolsuper from pg_roles where rolname = current_user'),
    )
    assert.deepEqual(roles, [{ rolsuper: false }])
  })
}
