import { UsageError } from '#process/operator-error.ts'
import type { Command, Option } from './command.ts'
import type { Given } from './options.ts'

export type SecretInput = AsyncIterable<string | Buffer> & { readonly isTTY?: boolean }

const secretsOf = ({ options = {} }: Command): [string, Option & { secretIn: string }][] =>
  Object.entries<Option>(options).filter(
    (entry): entry is [string, Option & { secretIn: string }] => entry[1].secretIn !== undefined,
  )

export const hasSecrets = (command: Command): boolean => secretsOf(command).length > 0

/**
 * The secrets that a command takes, from the environment or the first line of standard input. One that was typed as an
 * argument is refused.
 */
export const readSecrets = async (
  command: Command,
  words: readonly string[],
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
  stdin: SecretInput | undefined,
): Promise<Record<string, string>> => {
  const secrets: Record<string, string> = {}
  for (const [name, { secretIn, secretWhen = {} }] of secretsOf(command)) {
    if (words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
      throw new UsageError(
        `A secret must not be an argument: others on this machine could see it. Give it on standard input or in ${secretIn}.`,
      )
    if (Object.entries(secretWhen).some(([option, value]) => given[option] !== value)) continue
    const secret = environment[secretIn] ?? (stdin && !stdin.isTTY ? await firstLine(stdin) : undefined)
    if (secret !== undefined && secret !== '') secrets[name] = secret
  }
  return secrets
}

const firstLine = async (stdin: SecretInput): Promise<string> => {
  let text = ''
  for await (const piece of stdin) {
    text += String(piece)
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}
