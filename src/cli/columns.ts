/** Rows under their headings, each column as wide as its widest cell. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [headings.map((heading) => heading.toUpperCase()), ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Items as a table; or, when there are none, what is said then. */
export const listing = <Item>(
  items: readonly Item[],
  headings: readonly string[],
  row: (item: Item) => readonly string[],
  none?: string,
): string => (items.length === 0 && none !== undefined ? none : table(headings, items.map(row)))

/** One fact a line: what it is, and behind it, all in one column, the value. Notes are below, set apart. */
export const facts = (lines: Readonly<Record<string, string>>, ...notes: readonly string[]): string => {
  const width = Math.max(...Object.keys(lines).map((name) => name.length))
  const rows = Object.entries(lines).map(([name, value]) => `${name.padEnd(width)}  ${value}`)
  return [rows.join('\n'), ...notes].join('\n\n')
}

/** `2026-01-14 09:12`, from an instant as the API writes it. */
export const minuteOf = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ')
