// Writes src/schema/tables.ts and docs/schema.md from the migrations. With --check it only tells whether they are up to
// date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'

const root = new URL('../', import.meta.url).pathname
const target = new URL('../src/schema/tables.ts', import.meta.url)
const diagramTarget = new URL('../docs/schema.md', import.meta.url)
const folder = new URL('../migrations/', import.meta.url)

const db = await PGlite.create({ extensions: { btree_gist } })
for (const name of readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort())
  await db.exec(readFileSync(new URL(name, folder), 'utf8'))

const { rows: columns } = await db.query(`
  select table_name, column_name, udt_name, is_nullable = 'YES' as nullable, column_default is not null as has_default
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`)
const { rows: checks } = await db.query(`
  select conrelid::regclass::text as table_name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`)
const { rows: references } = await db.query(`
  select conrelid::regclass::text as source, confrelid::regclass::text as target,
    array(select attname::text from unnest(conkey) with ordinality as key (number, position)
      join pg_attribute on attrelid = conrelid and attnum = key.number order by position) as columns
  from pg_constraint where contype = 'f' order by 1, 2, 3`)
await db.close()

const plain = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  timestamptz: 'Date',
  bytea: 'Buffer',
  _text: 'string[]',
  _bytea: 'Buffer[]',
  _int4: 'number[]',
  tstzrange: 'string',
  tsvector: 'string',
  json: 'string',
  jsonb: 'string',
}

/** `check (role in ('owner', 'admin'))` makes the column's type `'owner' | 'admin'`. */
const choicesOf = (table, column) => {
  for (const { table_name, definition } of checks) {
    const match = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(definition)
    if (table_name === table && match?.[1] === column)
      return [...match[2].matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ')
  }
}

const typeOf = ({ table_name, column_name, udt_name, nullable, has_default }) => {
  const base = choicesOf(table_name, column_name) ?? plain[udt_name]
  if (!base)
    throw new Error(
      `${table_name}.${column_name}: no type is known for ${udt_name}. Add it here and to src/platform/db/type-parsers.ts.`,
    )
  const full = nullable ? `${base} | null` : base
  return has_default ? `Generated<${full}>` : full
}

/** A choice that is too long for a line has a line each, as the formatter writes it. */
const lineOf = (column) => {
  const line = `    ${column.column_name}: ${typeOf(column)}`
  return line.length <= 120 ? line : line.replace(': ', ':\n      | ').replaceAll(/(?<=') \| (?=')/g, '\n      | ')
}

const tables = Map.groupBy
  ? Map.groupBy(columns, (column) => column.table_name)
  : columns.reduce(
      (groups, column) => groups.set(column.table_name, [...(groups.get(column.table_name) ?? []), column]),
      new Map(),
    )
const text = [
  '// Made from migrations/ by `npm run db:types`. Do not edit.',
  "import type { Generated } from 'kysely'",
  '',
  'export interface Tables {',
  ...[...tables].flatMap(([table, columns]) => [`  ${table}: {`, ...columns.map(lineOf), '  }']),
  '}',
  '',
].join('\n')

/** Every table has `organization_id`, so a line to `organizations` is drawn only where nothing else is referred to. */
const drawn = references.filter(
  ({ source, target }) =>
    target !== 'organizations' ||
    !references.some((other) => other.source === source && other.target !== 'organizations'),
)
const diagram = [
  '# Tables',
  '',
  '<!-- Made from migrations/ by `npm run db:types`. Do not edit. -->',
  '',
  `${tables.size} tables. A line is a foreign key, labelled with its columns; \`organization_id\`, which is part of nearly every key, is left out.`,
  '',
  '```mermaid',
  'erDiagram',
  ...drawn.map(({ source, target, columns }) => {
    const label = columns.filter((name) => name !== 'organization_id').join(', ') || 'organization_id'
    return `  ${target} ||--o{ ${source} : "${label}"`
  }),
  '```',
  '',
  '| Table | Columns |',
  '|---|---|',
  ...[...tables].map(
    ([table, columns]) =>
      `| \`${table}\` | ${columns.map(({ column_name, nullable }) => `${column_name}${nullable ? '?' : ''}`).join(', ')} |`,
  ),
  '',
  'A question mark: the column may be null. Types, checks and indexes are in `migrations/`.',
  '',
].join('\n')

for (const [file, made] of [
  [target, text],
  [diagramTarget, diagram],
]) {
  if (!process.argv.includes('--check')) writeFileSync(file, made)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
    console.error(`${file.pathname.slice(root.length)} is not what migrations/ say. Run: npm run db:types`)
    process.exitCode = 1
  }
}
