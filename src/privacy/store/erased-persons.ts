import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

/** Which of these persons were to be erased, in hexadecimal digits. */
export const findErasedPersons = async (
  tx: Tx,
  organizationId: string,
  persons: readonly Buffer[],
): Promise<ReadonlySet<string>> => {
  if (persons.length === 0) return new Set()
  const { rows } = await sql<{ person: string }>`
    select distinct encode(person, 'hex') as person from data_deletions, unnest(persons) as person
    where organization_id = ${organizationId} and kind = 'invitees' and encode(person, 'hex') = any(${persons.map((one) => one.toString('hex'))}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ person }) => person))
}
