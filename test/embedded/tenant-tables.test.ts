import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { DatabaseSession } from '#platform/db/database.ts'
import { packageRoot } from '#platform/root.ts'
import { openTestDatabase } from '../support/databases.ts'

/** The only tables without an organization_id, and why. */
const withoutTenant: Readonly<Record<string, string>> = {
  organizations: 'it is the tenant: its own id is the organization',
  users: 'an account outlives the organization it is in',
  oauth_clients: 'members of every organization may allow an application',
  sessions: 'a browser is signed in to an account, wherever that is a member',
  schema_migrations: "the machine's own: which migrations ran",
  instance: "the machine's own: which secret this database was made with",
  rate_windows: "the machine's own: its keys name the caller, and losing it loses nothing",
}

/**
 * What ties an account to an organization; all others refer to the membership. Who somebody is at a provider outlives
 * a membership: they come back as the same.
 */
const tiesAccounts = ['organization_memberships', 'identities']

/** What every organization may refer to: it tells nothing of another. */
const forEveryone = ['organizations', 'oauth_clients']

interface ForeignKey {
  readonly name: string
  readonly child: string
  readonly parent: string
  readonly childColumns: string
  readonly parentColumns: string
  /** None of its columns may be null. */
  readonly isRequired: boolean
}

const tenant = 'organization_id'

const troubles = async (session: DatabaseSession): Promise<string[]> => {
  const tables = (
    await session.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
  ).map(({ name }) => name)
  const tenantColumns = new Set(
    (
      await session.query<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = '${tenant}' and udt_name = 'uuid' and is_nullable = 'NO'`,
      )
    ).map(({ name }) => name),
  )
  const columns = (keys: string, table: string) =>
    `(select string_agg(attname, ',' order by place) from unnest(${keys}) with ordinality as key (number, place) join pg_attribute on attrelid = ${table} and attnum = key.number)`
  const foreignKeys = await session.query<ForeignKey>(`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      ${columns('conkey', 'conrelid')} as "childColumns", ${columns('confkey', 'confrelid')} as "parentColumns",
      (select bool_and(attnotnull) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as "isRequired"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)

  const isTenant = (table: string) => !Object.hasOwn(withoutTenant, table)
  /** Itself, or by a key with its organization to a table that does. */
  const refersToTenant = (table: string): boolean =>
    foreignKeys.some(
      (key) =>
        key.child === table &&
        ((key.parent === 'organizations' && key.childColumns === tenant) ||
          (key.isRequired &&
            key.parent !== table &&
            isTenant(key.parent) &&
            keepsTenant(key) &&
            refersToTenant(key.parent))),
    )
  return [
    ...Object.keys(withoutTenant)
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} is on the list of tables without a tenant, and is not there`),
    ...tables
      .filter((table) => isTenant(table) && !tenantColumns.has(table))
      .map((table) => `${table} has no column ${tenant} (uuid, not null)`),
    ...tables
      .filter((table) => isTenant(table) && tenantColumns.has(table) && !refersToTenant(table))
      .map((table) => `${table}.${tenant} does not refer to organizations`),
    ...foreignKeys
      .filter((key) => isTenant(key.child) && isTenant(key.parent) && !keepsTenant(key))
      .map(({ child, name, parent }) => `${child}: ${name} refers to ${parent} without its organization`),
    ...foreignKeys
      .filter(
        ({ child, parent }) =>
          isTenant(child) && !tiesAccounts.includes(child) && !isTenant(parent) && !forEveryone.includes(parent),
      )
      .map(({ child, name, parent }) => `${child}: ${name} refers to ${parent}; refer to the membership instead`),
  ]
}

/** organization_id is on both sides, at the same position: then no row can refer to another organization's. */
const keepsTenant = ({ childColumns, parentColumns }: ForeignKey): boolean => {
  const place = childColumns.split(',').indexOf(tenant)
  return place !== -1 && parentColumns.split(',')[place] === tenant
}

describe('tables', () => {
  test('carry their organization, and refer to each other with it (E4)', async () => {
    const database = await openTestDatabase()
    assert.deepEqual(await database.session(troubles), [])
  })

  test('are the ones the source knows', async () => {
    const database = await openTestDatabase()
    const tables = await database.session((session) =>
      session.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
      ),
    )
    const text = readFileSync(join(packageRoot, 'src/schema/tables.ts'), 'utf8')
    const known = [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name)
    assert.deepEqual(
      [...known, 'schema_migrations'].sort(),
      tables.map(({ name }) => name),
    )
  })

  const faults: readonly (readonly [what: string, script: string, trouble: RegExp])[] = [
    ['no tenant', 'create table plants (id uuid primary key)', /^plants has no column organization_id/],
    [
      'a tenant that may be missing',
      'create table plants (id uuid primary key, organization_id uuid references organizations (id))',
      /^plants has no column organization_id/,
    ],
    [
      'a tenant of the wrong type',
      'create table plants (id uuid primary key, organization_id text not null)',
      /^plants has no column organization_id/,
    ],
    [
      'a tenant that need not exist',
      'create table plants (id uuid primary key, organization_id uuid not null)',
      /^plants\.organization_id does not refer to organizations/,
    ],
    [
      'a tenant that only a key of its own knows that may be null',
      'create table plants (organization_id uuid not null, group_id uuid, foreign key (organization_id, group_id) references groups (organization_id, id))',
      /^plants\.organization_id does not refer to organizations/,
    ],
    [
      'a reference without its tenant',
      'create table plants (organization_id uuid not null references organizations (id), group_id uuid references groups (id))',
      /^plants: plants_group_id_fkey refers to groups without its organization/,
    ],
    [
      'a reference whose tenant is crossed',
      'create table plants (organization_id uuid not null references organizations (id), group_id uuid, foreign key (group_id, organization_id) references groups (organization_id, id))',
      /refers to groups without its organization/,
    ],
    [
      'a reference to an account',
      'create table plants (organization_id uuid not null references organizations (id), user_id uuid references users (id))',
      /^plants: plants_user_id_fkey refers to users; refer to the membership/,
    ],
  ]

  for (const [what, script, trouble] of faults) {
    test(`are refused here when planted with ${what}`, async () => {
      const database = await openTestDatabase()
      const found = await database.session(async (session) => {
        await session.run('begin')
        try {
          await session.run(script)
          return await troubles(session)
        } finally {
          await session.run('rollback')
        }
      })
      assert.ok(
        found.some((sentence) => trouble.test(sentence)),
        `not named among: ${found.join('; ')}`,
      )
    })
  }
})
