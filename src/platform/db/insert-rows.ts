import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Tx } from './database.ts'

/** A column of the type json takes the value itself, not its text. */
type Row<Table extends keyof Tables> = {
  readonly [Column in keyof Insertable<Tables[Table]>]:
    | Insertable<Tables[Table]>[Column]
    | (string extends Insertable<Tables[Table]>[Column] ? object : never)
}

/**
 * Inserts rows of the same columns. The rows are one parameter, as JSON: so there is one statement, parsed and planned
 * once, however many rows there are, and not one for each number of rows.
 */
export const insertRows = async <Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> => {
  if (rows.length > 0) await insertingRows(table, rows).execute(tx)
}

/** The same as a part of a statement; at least one row. */
export const insertingRows = <Table extends keyof Tables>(
  table: Table,
  rows: readonly Row<Table>[],
): RawBuilder<unknown> => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::json)`
}

/** Rows as json_populate_recordset and json_to_recordset take them. */
export const jsonOf = (rows: readonly object[]): string => {
  const stored = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, asStored(value)])),
  )
  const text = JSON.stringify(stored)
  // Half of a character, left over where a text was cut: PostgreSQL refuses it.
  return text.includes('\\ud') ? JSON.stringify(stored, wellFormed) : text
}

const asStored = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return Array.isArray(value) ? value.map(asStored) : value
}

const wellFormed = (_key: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)
