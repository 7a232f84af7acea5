import pg from 'pg'

const textArray = 1009
const integerArray = 1007
const byteaArray = 1001

/**
 * How a column becomes a value, the same on every client of both databases. pg's own parsers, its pipelined
 * clients and the embedded database otherwise disagree on booleans, numbers and times for one and the same SELECT.
 * What is not named here stays text, json and jsonb among it: they are passed through, not parsed and printed again.
 */
const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't', // boolean
  17: (text) => readBytea(text),
  20: (text) => readBigint(text),
  21: (text) => Number(text), // smallint
  23: (text) => Number(text), // integer
  700: (text) => Number(text), // real
  701: (text) => Number(text), // double precision
  1184: (text) => readTimestamp(text), // timestamptz
  [integerArray]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  [textArray]: (text) => readTextArray(text),
  [byteaArray]: (text) => (readAnyTextArray(text) as string[]).map(readBytea),
}

const asText = (text: string): unknown => text

export const parserOf = (oid: number): ((text: string) => unknown) => parsers[oid] ?? asText

export const typeParsers = { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig

// On the way out likewise: pg writes a Date in the zone of this machine, and many zones were seconds off UTC in the
// past.
pg.defaults.parseInputDatesAsUTC = true

/** The session must write values the way the parsers read them, whatever the role or the database is set to. */
export const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
} as const

const readAnyTextArray = pg.types.getTypeParser(textArray as never) as (text: string) => unknown

/**
 * `{users:read,groups:read}`: plain words can be split. Only what is quoted, nested, empty or null needs to be read
 * letter by letter.
 */
const readTextArray = (text: string): unknown =>
  /["\\]|NULL|^\{[{}]/i.test(text) ? readAnyTextArray(text) : text.slice(1, -1).split(',')

/** `\x5c6f`: the session writes bytes in hexadecimal. */
const readBytea = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')

/** Counts, never ids. */
const readBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Error(`The database holds ${text}, which is more than a number can hold exactly.`)
  return value
}

const digits = (text: string, from: number, to: number): number => {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - 48
  return value
}

// The calendar repeats every 400 years.
const fourCenturies = 146_097 * 86_400_000

/**
 * `2026-01-14 09:12:44.018+00`, as PostgreSQL writes it with the session in UTC. Read digit by digit: it is on the path
 * of every row, and `new Date(text)` guesses. Only the years 1 to 9999 look like that: infinity, years before Christ
 * and years of five digits are refused, for every value we could make of them would be wrong.
 */
const readTimestamp = (text: string): Date => {
  if (text[4] !== '-' || !text.endsWith('+00'))
    throw new Error(`The database holds the time ${text}, and only years 1 to 9999 in UTC can be read.`)
  let milliseconds = 0
  for (let at = 20; at < 23; at += 1)
    milliseconds = milliseconds * 10 + (at < text.length - 3 ? text.charCodeAt(at) - 48 : 0)
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const day = Date.UTC(digits(text, 0, 4) + 400, digits(text, 5, 7) - 1, digits(text, 8, 10)) - fourCenturies
  return new Date(
    day + digits(text, 11, 13) * 3_600_000 + digits(text, 14, 16) * 60_000 + digits(text, 17, 19) * 1000 + milliseconds,
  )
}
