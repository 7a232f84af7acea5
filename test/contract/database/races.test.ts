import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownRaces } from '#schema/races.ts'
import { openTestDatabase } from '../../support/databases.ts'

/** No row of these is deleted while the service runs. */
const neverDeleted = [
  ...['organizations', 'users', 'organization_memberships', 'event_types', 'booking_links', 'imports'],
  ...['routing_forms', 'routing_form_submissions'],
]

/** Constraints on what callers choose that no two of them can meet, and why. */
const guarded: Readonly<Record<string, string>> = {
  activity_chains_pkey: 'its row is made by "on conflict do nothing"',
  activity_log_fact_id_key: 'a fact is logged under the lock of its chain',
  activity_log_pkey: 'positions are given out under the lock of the chain',
  instance_pkey: 'its row is made by "on conflict do nothing"',
  rate_windows_pkey: 'windows are counted by "on conflict do update"',
  scheduled_messages_of_invitee: 'its row is made by "on conflict do nothing"',
  scheduled_messages_of_request: 'its row is made by "on conflict do nothing"',
  schema_migrations_pkey: 'migrations are applied under a lock',
}

/** Made by us at random, or digests of what is. */
const random = ['id', 'hash', 'code_hash']

test('every constraint on what callers choose, or on what they delete, is named as a race or said to be guarded', async () => {
  const database = await openTestDatabase()
  const { unique, references } = await database.session(async (session) => ({
    unique: await session.query<{ name: string; columns: string }>(
      `select index.relname as name, array_to_string(array(
          select pg_get_indexdef(index.oid, number, true) from generate_series(1, indnkeyatts) as number
        ), ',') as columns
      from pg_index join pg_class as index on index.oid = indexrelid
      where (indisunique or indisexclusion) and index.relnamespace = 'public'::regnamespace`,
    ),
    references: await session.query<{ name: string; target: string }>(
      `select conname as name, confrelid::regclass::text as target from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`,
    ),
  }))
  const chosen = unique.filter(({ columns }) => !columns.split(',').some((column) => random.includes(column)))
  const loose = references.filter(({ target }) => !neverDeleted.includes(target))
  const wanted = [...chosen, ...loose].map(({ name }) => name)
  assert.ok(chosen.length > 20 && loose.length > 20, 'the catalog was read')
  assert.deepEqual(
    wanted.filter((name) => !ownRaces.has(name) && guarded[name] === undefined),
    [],
    'constraints that are neither in src/schema/races.ts nor guarded',
  )
  const all = new Set([...unique, ...references].map(({ name }) => name))
  assert.deepEqual(
    [...ownRaces, ...Object.keys(guarded)].filter((name) => !all.has(name)),
    [],
    'names of no constraint',
  )
})
