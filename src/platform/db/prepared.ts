import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Reader } from './database.ts'

/** What can be passed on to a query. */
export type Value = string | number | boolean | Date | Buffer | readonly string[] | null

export type Values = Readonly<Record<string, Value | undefined>>

/** Stands in a query where a value will be. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

interface Text {
  readonly query: CompiledQuery
  /** For each parameter the name of its value; undefined for one that is always the same. */
  readonly names: readonly (string | undefined)[]
}

/**
 * A query that is built once and then run with ever new values: to build one takes longer than to send it. While it is
 * built, placeholders stand for the values, and all one can do with them is pass them on. A value that is undefined is
 * not there at all, so that every set of values has a text of its own.
 */
export const prepared = <Given extends Values, Row>(build: (reader: Reader, values: Given) => Compilable<Row>) => {
  const run = preparedTexts<Given, Row>()
  return (reader: Reader, values: Given): Promise<Row[]> =>
    run(reader, '', values, (placeholders) => build(reader, placeholders))
}

/** Filters and orders make many texts of one query, but not endlessly many. */
const maxTexts = 500

/** The same for a query that has several texts for other reasons than its values: `shape` tells them apart. */
export const preparedTexts = <Given extends Values, Row>() => {
  const texts = new Map<string, Text>()
  return async (
    reader: Reader,
    shape: string,
    values: Given,
    build: (values: Given) => Compilable<Row>,
  ): Promise<Row[]> => {
    const key = shape + namesIn(values)
    let text = texts.get(key)
    if (text === undefined) {
      const placeholders = placeholdersFor(values)
      text = textOf(build(placeholders as unknown as Given).compile(), placeholders)
      if (texts.size < maxTexts) texts.set(key, text)
    }
    // A reader has no way to run what was compiled elsewhere, or it could be made to write; what comes from `build`
    // reads.
    return (await (reader as Kysely<Tables>).executeQuery<Row>(filled(text, values))).rows
  }
}

const namesIn = (values: Values): string => {
  let names = ''
  for (const name in values) if (values[name] !== undefined) names += ` ${name}`
  return names
}

const placeholdersFor = (values: Values): Readonly<Record<string, Placeholder>> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => [name, new Placeholder(name)]),
  )

const textOf = (query: CompiledQuery, placeholders: object): Text => {
  const names = query.parameters.map((parameter) => (parameter instanceof Placeholder ? parameter.name : undefined))
  // Code that reads a placeholder instead of passing it on would build a query for the wrong rows.
  const lost = Object.keys(placeholders).find((name) => !names.includes(name))
  if (lost !== undefined) throw new Error(`The value ${lost} was not passed on to the query.`)
  return { query, names }
}

const filled = ({ query, names }: Text, values: Values): CompiledQuery => ({
  query: query.query,
  queryId: query.queryId,
  sql: query.sql,
  parameters: names.map((name, index) => (name === undefined ? query.parameters[index] : values[name])),
})
