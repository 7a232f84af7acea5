import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#platform/db/database.ts'
import { packageRoot } from '#platform/root.ts'
import { raw } from './raw.ts'

/** Something that must never be so: which invariant is broken, in words, and of which row. */
export interface Broken {
  readonly invariant: string
  readonly what: string
  readonly organization_id: string
  readonly id: string | null
}

const text = readFile(join(packageRoot, 'test', 'support', 'invariants.sql'), 'utf8')

/** Those of one organization, when it is named: the others' tests may have written what no operation would. */
export const brokenInvariants = async (reader: Reader | Tx, organizationId?: string): Promise<Broken[]> =>
  raw(
    reader,
    organizationId === undefined
      ? sql<Broken>`${sql.raw(await text)} order by invariant, what limit 100`
      : sql<Broken>`${sql.raw(await text)} where organization_id = ${organizationId}::uuid order by invariant, what limit 100`,
  )

/** I1 to I9. It says which one is broken, and how often. */
export const assertInvariants = async (
  database: Pick<Database, 'kind' | 'reader' | 'session'>,
  organizationId?: string,
): Promise<void> => {
  const broken =
    database.kind === 'postgres'
      ? await brokenOfMany(database, organizationId)
      : await brokenInvariants(database.reader, organizationId)
  const kinds = [...new Set(broken.map(({ invariant, what }) => `${invariant}: ${what}`))]
  const found = kinds.map(
    (kind) => `${kind} (${broken.filter(({ invariant, what }) => `${invariant}: ${what}` === kind).length} times)`,
  )
  assert.equal(found.join('; '), '')
}

/** After thousands of bookings it takes longer than a read may: a script has more time. */
const brokenOfMany = ({ session }: Pick<Database, 'session'>, organizationId: string | undefined): Promise<Broken[]> =>
  session(async (own) => {
    const where = organizationId === undefined ? '' : `where organization_id = '${organizationId}'`
    await own.run(`create temporary table broken as ${await text} ${where} order by invariant, what limit 100`)
    return own.query<Broken>('select * from broken')
  })
