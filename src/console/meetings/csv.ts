/** Values that a spreadsheet would compute begin with one of these; an apostrophe makes them text. */
const formula = /^[=+\-@\t\r]/

/** One cell: always quoted, never a formula. */
const cellOf = (value: string): string => `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** A table as text (RFC 4180), with a mark by which spreadsheets know that it is UTF-8. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`
