import { isDeepStrictEqual } from 'node:util'
import { cleanLine } from '../calendly/clean.ts'
import type { RecordKind } from '../import.ts'
import { compareRows, saveBases } from '../store/compared-rows.ts'
import type { Arrived } from '../store/records.ts'
import { belongsElsewhere, type ImportedRow, type ImportedTable, putRows } from '../store/rows.ts'
import type { SaveContext } from './step.ts'

/** A row that the other side gives, with what is known of it. */
export interface GivenRow {
  readonly foreignId: string
  readonly arrived: Arrived
  readonly row: ImportedRow
  /** What it is, for the report. */
  readonly label: string
}

const notMerged = ['id', 'organization_id', 'created_at', 'updated_at']

/**
 * Writes rows, column by column: what people have not changed here follows the other side, what they have changed
 * stays. Where both have changed, the report says so, and what is here stays unless the import prefers its source.
 */
export const mergeRows = async (
  saving: SaveContext,
  table: ImportedTable,
  kind: RecordKind,
  given: readonly GivenRow[],
  onlyNew: readonly string[] = [],
): Promise<void> => {
  const { tx, organizationId, remark } = saving
  const { prefersSource } = saving.import
  const compared = await compareRows(
    tx,
    organizationId,
    table,
    given.map(({ row }) => row),
  )
  const bases = new Map<string, ImportedRow>()
  for (const [index, { foreignId, arrived, row, label }] of given.entries()) {
    const { there, here } = compared[index] ?? { there: row, here: null }
    const columns = Object.keys(row).filter((column) => !notMerged.includes(column) && !onlyNew.includes(column))
    bases.set(foreignId, { ...arrived.base, ...only(there, columns) })
    if (here === null) {
      if (arrived.isNew || prefersSource) await putRows(tx, organizationId, table, [row])
      else remark('deleted_here', { kind, name: label })
    } else if (belongsElsewhere(table, here, there)) {
      remark('belongs_elsewhere', { kind })
    } else if (!arrived.isNew || prefersSource) {
      const kept = columns.filter((column) =>
        isKept(saving, { kind, label, column }, { base: arrived.base, here, there }),
      )
      if (columns.some((column) => !kept.includes(column) && !isDeepStrictEqual(here[column], there[column])))
        await putRows(tx, organizationId, table, [{ ...row, ...only(here, kept) }], onlyNew)
    }
  }
  await saveBases(tx, organizationId, kind, bases)
}

const only = (row: ImportedRow, columns: readonly string[]): ImportedRow =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

interface Versions {
  /** What the other side said last time; null where that was not noted. */
  readonly base: ImportedRow | null
  readonly here: ImportedRow
  readonly there: ImportedRow
}

interface Compared {
  readonly kind: RecordKind
  readonly label: string
  readonly column: string
}

/** Whether a column stays as it is here. A conflict is named. */
export const isKept = (
  { import: { prefersSource }, remark }: SaveContext,
  { kind, label, column }: Compared,
  { base, here, there }: Versions,
): boolean => {
  const [own, foreign] = [here[column] ?? null, there[column] ?? null]
  if (isDeepStrictEqual(own, foreign)) return true
  if (base && column in base && isDeepStrictEqual(own, base[column])) return false
  const isChangedThere = !(base && column in base && isDeepStrictEqual(foreign, base[column]))
  if (!isChangedThere && !prefersSource) return true
  remark(prefersSource ? 'conflict_taken' : 'conflict_kept', {
    kind,
    name: label,
    field: column,
    here: shown(own),
    there: shown(foreign),
  })
  return !prefersSource
}

const shown = (value: unknown): string =>
  value === null ? 'nothing' : cleanLine(typeof value === 'string' ? value : JSON.stringify(value), 120, 'nothing')
