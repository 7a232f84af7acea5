/** Values that a spreadsheet would compute begin with one of these; an apostrophe makes them text. */
const formula = /^[=+\-@\t\r]/

/** One cell: always quoted, never a formula. */
const cellOf = (value: string): string => `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** A table as text (RFC 4180), with a mark by which spreadsheets know that it is UTF-8. */
export const csvOf = <Column extends string>(columns: readonly Column[], rows: readonly Readonly<Record<Column, string>>[]): string =>
  `\uFEFF${[columns.map(cellOf), ...rows.map((row) => columns.map((column) => cellOf(row[column])))].map((cells) => `${cells.join(',')}\r\n`).join('')}`
