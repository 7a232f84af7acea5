import type { Kysely, RawBuilder } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { Tables } from '#schema/tables.ts'

/** Runs a statement that no store has. */
export const raw = async <Row>(on: Reader | Tx, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(on as Kysely<Tables>)).rows
