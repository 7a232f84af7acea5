import { parseArgs } from 'node:util'
import { UsageError } from '#process/operator-error.ts'
import type { Command, Option, Options } from './command.ts'
import { didYouMean } from './nearest.ts'

/** By the option's name; `OptionValues` says the same of a command whose options are known. */
// biome-ignore lint/suspicious/noExplicitAny: what was read was declared, and only the declaration knows its type.
export type Given = Record<string, any>

/** The words behind a command, read as it declares them. */
export const readValues = ({ options = {}, check }: Command, words: readonly string[]): Given => {
  const given = readOptions(options, words)
  for (const [name, { json }] of Object.entries<Option>(options))
    if (json && given[name] !== undefined) given[name] = readJson(name, given[name], json)
  check?.(given)
  return given
}

const readJson = (name: string, text: string, json: NonNullable<Option['json']>): unknown => {
  const isRight = (read: unknown): boolean =>
    json !== 'object' || (read !== null && typeof read === 'object' && !Array.isArray(read))
  try {
    const read: unknown = JSON.parse(text)
    if (isRight(read)) return read
  } catch {
    // Said below.
  }
  const advice =
    json === 'object'
      ? `must be a JSON object in single quotes, such as '{"name": "value"}'.`
      : `must be JSON in single quotes${json.advice}.`
  throw new UsageError(`--${name} ${advice}`)
}

/** Everything that is not declared is refused, with the nearest that is. */
export const readOptions = (options: Options, words: readonly string[]): Given => {
  const declared = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...words], options: declared, strict: false, tokens: true })
  const given: Given = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, value === undefined ? false : undefined]),
  )
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional')
      throw new UsageError(
        `Unexpected argument "${token.value}". Write values after their option, such as --name "${token.value}".`,
      )
    const { name, rawName, value, inlineValue } = token
    const option = options[name]
    if (!option || !rawName.startsWith('--'))
      throw new UsageError(
        `Unknown option: ${rawName}.${didYouMean(
          rawName,
          Object.keys(options).map((known) => `--${known}`),
        )}`,
      )
    if (seen.has(name)) throw new UsageError(`--${name} was given twice.`)
    seen.add(name)
    if (option.value === undefined) {
      if (inlineValue) throw new UsageError(`--${name} takes no value.`)
      given[name] = true
      continue
    }
    // Every option begins with two hyphens: what looks like the next one is no value, unless it is written with "=". A
    // code may begin with one.
    if (value === undefined || (!inlineValue && value.startsWith('--')))
      throw new UsageError(`--${name} needs a value: --${name} ${option.value}`)
    if (option.choices && !option.choices.includes(value))
      throw new UsageError(
        `--${name} must be one of ${option.choices.join(', ')}, not "${value}".${didYouMean(value, option.choices)}`,
      )
    given[name] = value
  }
  const absent = Object.entries(options).find(([name, { required }]) => required && given[name] === undefined)
  if (absent) throw new UsageError(`--${absent[0]} is missing: --${absent[0]} ${absent[1].value}`)
  return given
}
