/**
 * A spreadsheet computes what begins with one of these, full-width letters included; an apostrophe makes it text. Also
 * after a delimiter or a quotation mark inside the value: where a locale separates cells by `;` or tabs, the rest of
 * the value becomes a cell of its own.
 */
const formulaStart = /(^|[;,|\t\n\r\u2028\u2029"])(?=[\s\ufeff]*[=+\-@＝＋－＠])/gu

/** One cell: always quoted, never a formula. */
const cellOf = (value: string): string => `"${value.replaceAll(formulaStart, "$1'").replaceAll('"', '""')}"`

/** A table as text (RFC 4180), with a mark by which spreadsheets know that it is UTF-8. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`
