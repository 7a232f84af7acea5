import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#platform/db/database.ts'

/** Where a text was found: a table, or a file. */
export interface Hit {
  readonly where: string
  readonly count: number
}

/** The same text as it may be kept: as letters, as bytes in hexadecimal, and in the three ways base64 can begin. */
const formsOf = (text: string): string[] => {
  const bytes = Buffer.from(text)
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4)
      .replace(/.{0,4}$/, ''),
  )
  return [
    text.toLowerCase(),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...shifted.filter((form) => form.length >= 8),
  ]
}

/**
 * Searches for texts in every column of every table there is, whatever its type: a new table is looked at without
 * anybody thinking of it. With an organization, only in its rows, and in the tables that belong to none.
 */
export const hitsInDatabase = async (
  database: Database,
  texts: readonly string[],
  organizationId?: string,
): Promise<Hit[]> =>
  database.session(async (session) => {
    const tables = await session.query<{ name: string; tenant: boolean }>(`
      select tables.table_name as name, exists (
        select from information_schema.columns where columns.table_schema = 'public' and columns.table_name = tables.table_name and column_name = 'organization_id'
      ) as tenant
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
    const forms = texts.flatMap(formsOf)
    const hits: Hit[] = []
    for (const { name, tenant } of tables) {
      const own = organizationId !== undefined && tenant ? ` and organization_id = '${organizationId}'` : ''
      const [row] = await session.query<{ count: number }>(
        `select count(*)::integer as count from "${name}" as looked where exists (
          select from unnest($1::text[]) as form where position(form in looked::text) > 0 or position(form in lower(looked::text)) > 0
        )${own}`,
        [forms],
      )
      if (row && row.count > 0) hits.push({ where: name, count: row.count })
    }
    return hits
  })

/** The same in files, however deep. Those that are left out are of others. */
export const hitsInFiles = async (
  folder: string,
  texts: readonly string[],
  leaveOut: (name: string) => boolean = () => false,
): Promise<Hit[]> => {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const hits: Hit[] = []
  for (const name of names) {
    if (leaveOut(name) || !(await stat(join(folder, name)).catch(() => undefined))?.isFile()) continue
    const raw = await readFile(join(folder, name), 'latin1')
    // Mail breaks lines, and writes letters as =C3=A9.
    const all = `${raw}\n${raw.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))}\n${raw.replaceAll(/\r?\n/g, '')}`
    const lower = all.toLowerCase()
    const count = texts.flatMap(formsOf).filter((form) => all.includes(form) || lower.includes(form)).length
    if (count > 0) hits.push({ where: name, count })
  }
  return hits
}

/** Everything an organization has, row by row: to see whether anything changed. */
export const everythingOf = async (database: Database, organizationId: string): Promise<string[]> =>
  database.session(async (session) => {
    const tables = await session.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1",
    )
    const rows: string[] = []
    for (const { name } of tables) {
      const found = await session.query<{ row: string }>(
        `select one::text as row from "${name}" as one where organization_id = $1 order by 1`,
        [organizationId],
      )
      rows.push(...found.map(({ row }) => `${name} ${row}`))
    }
    return rows
  })
