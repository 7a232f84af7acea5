import { resolve } from 'node:path'
import type { AppContext } from '#execution/perform.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { readVersion } from '#platform/version.ts'
import type { Document } from '#process/command-server.ts'
import { type Failure, failureOf } from '#process/failure.ts'
import { UsageError } from '#process/operator-error.ts'
import type { Wiring } from '#process/wiring.ts'
import { findCommand } from './catalogue.ts'
import type { Command } from './command.ts'
import { errorText, failureDocument } from './failure-text.ts'
import { helpOn } from './help.ts'
import { type Given, readValues } from './options.ts'
import { type Output, openOutput, type Streams, settled } from './output.ts'
import { runCommand } from './run-command.ts'
import { hasSecrets, readSecrets, type SecretInput } from './secrets.ts'

/** What the words run on. */
interface Surroundings extends Streams {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin?: SecretInput
  loadWiring(): Promise<Wiring>
}

/** Runs what the words say, and ends the process with the exit code that tells how it went. */
export const runCommandLine = async (words: readonly string[], loadWiring: () => Promise<Wiring>): Promise<void> => {
  const { stdin, stdout, stderr, env: environment } = process
  const code = await runWith(words, { stdin, stdout, stderr, environment, loadWiring })
  await settled()
  process.exit(code)
}

/** The same for a caller that goes on afterwards; gives the exit code. */
export const runWith = async (
  typed: readonly string[],
  { environment, stdin, loadWiring, ...streams }: Surroundings,
): Promise<number> => {
  const words = typed.filter((word) => word !== '--json')
  const output = openOutput(words.length < typed.length, streams)
  let command: Command | undefined
  try {
    if (words[0] === '--version') {
      const version = await readVersion()
      output.show({ version }, version)
      return 0
    }
    const isHelp = (word: string, index: number): boolean =>
      word === '--help' || word === '-h' || (word === 'help' && index === 0)
    const asked = await findCommand(words.filter((word, index) => !isHelp(word, index)))
    if (asked.kind !== 'command' || words.some(isHelp)) {
      const { document, text } = await helpOn(asked)
      output.show(document, text)
      return 0
    }
    command = asked.command
    const config = readConfig(environment)
    const rest = withOrganization(command, asked.rest, config.organization)
    const given = readValues(command, rest)
    const values = { ...given, ...(await readSecrets(command, rest, given, environment, stdin)) }
    if (command.kind === 'process')
      return await command.run({ config, output, loadWiring, runWords: wordsRunner(config) }, values)
    const absolute = Object.fromEntries(
      (command.paths ?? []).filter((name) => values[name] !== undefined).map((name) => [name, resolve(values[name])]),
    )
    const travelling =
      command.paths || hasSecrets(command)
        ? [...command.name.split(' '), ...wordsFor({ ...values, ...absolute })]
        : [...command.name.split(' '), ...rest]
    const document = await runCommand(
      command,
      travelling,
      { ...values, ...absolute },
      {
        ...{ config, loadWiring, runWords: wordsRunner(config) },
        onProgress: (line) => output.json || output.showError(line),
      },
    )
    output.show(document, command.show(document))
    return command.exitCode?.(document) ?? 0
  } catch (error) {
    return showError(failureOf(error), output, command)
  }
}

/**
 * Where a command asks which organization, the setting answers, unless an option does or a member is named, who is in
 * one only. The words carry it: a running service has settings of its own.
 */
const withOrganization = (
  { kind, options = {} }: Command,
  words: readonly string[],
  organization: string | undefined,
): readonly string[] => {
  if (kind !== 'database' || organization === undefined || !options.organization || options.organization.required)
    return words
  const isGiven = words.some((word) => {
    const name = word.replace(/^--|=.*$/gs, '')
    return word.startsWith('--') && (name === 'organization' || options[name]?.of === 'member')
  })
  return isGiven ? words : [...words, `--organization=${organization}`]
}

/** The options again, as they would be typed. */
const wordsFor = (values: Given): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : typeof value === 'string' ? [`--${name}=${value}`] : [],
  )

/** What came in over the socket: the same words, read again. */
const wordsRunner =
  (config: Config) =>
  async (context: AppContext, words: readonly string[]): Promise<Document> => {
    const asked = await findCommand(words)
    if (asked.kind !== 'command' || asked.command.kind !== 'database')
      throw new UsageError(`${words.join(' ')} is not a command for the running service.`)
    return asked.command.run(context, readValues(asked.command, asked.rest), config)
  }

const showError = (failure: Failure, output: Output, command: Command | undefined): number => {
  if (output.json) output.show(failureDocument(failure), '')
  else output.showError(errorText(failure, command?.options))
  return failure.exitCode
}
