import type { AppContext } from '#execution/perform.ts'
import type { Config } from '#platform/config.ts'
import type { Document } from '#process/command-server.ts'
import type { ServiceSetup } from '#process/keep-running.ts'
import type { Output } from './output.ts'

/** One `--option`. With `value` it takes one, shown under that name in the help; without, it is a flag. */
export interface Option {
  readonly summary: string
  readonly value?: string
  readonly required?: boolean
  readonly choices?: readonly string[]
  /**
   * A secret: it comes by standard input, or by this variable of the environment, and never as an argument, which
   * others on the machine can see.
   */
  readonly secretIn?: string
  /** It is asked for only when these options have these values: reading standard input may wait for ever. */
  readonly secretWhen?: Readonly<Record<string, string>>
  /** Its value is JSON: an object; or anything, with advice for one that is wrong. */
  readonly json?: 'object' | { readonly advice: string }
  /**
   * The field of the operation that it is given to, where that has another name; a refusal of the field is said of the
   * option.
   */
  readonly field?: string
  /** Its value is the address of a member, which may say which organization is meant. */
  readonly of?: 'member'
}

export type Options = Readonly<Record<string, Option>>

type ValueOf<O extends Option> = O extends { readonly json: unknown }
  ? // biome-ignore lint/suspicious/noExplicitAny: what the JSON must be, the operation knows that gets it.
    any
  : O extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string

/** What was given, by the option's name. */
export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly value: string }
    ? O[Name] extends { readonly required: true }
      ? ValueOf<O[Name]>
      : ValueOf<O[Name]> | undefined
    : boolean
}

interface Declaration<O extends Options> {
  /** `token create`: the words that name it. */
  readonly name: string
  readonly summary: string
  /** More than the summary can say, for the help. */
  readonly description?: string
  readonly options?: O
  /** Options without the command itself: `--email host@acme.test`. */
  readonly example?: string
  /** Throws WrongUsage for options that are right one by one, but not together. */
  check?(values: OptionValues<O>): void
}

/** Runs operations. While the service holds the embedded database, it runs inside the service, and is shown here. */
export interface DatabaseCommand<O extends Options = Options, D extends Document = Document> extends Declaration<O> {
  readonly kind: 'database'
  /** Whether it may make the database, where the others say that there is none. */
  readonly founds?: boolean
  /** Options that name files: as seen from where the command was typed, wherever it runs. */
  readonly paths?: readonly string[]
  /** How long the running service may take; half a minute if nothing is said. */
  readonly patienceMinutes?: number
  /** With the settings of the process that it runs in. */
  run(context: AppContext, values: OptionValues<O>, config: Config): Promise<D>
  show(document: D): string
  /** What was begun is not over: the words of the command that goes on with it, and a line that says how far it is. */
  goesOn?(document: D): { readonly words: readonly string[]; readonly line: string } | undefined
  /** 0 if nothing is said: a command that found something wrong ends with another code, so that scripts notice. */
  exitCode?(document: D): number
}

/** What a command that is a process of its own may use. */
export interface ProcessContext extends ServiceSetup {
  readonly output: Output
}

/** Runs in this process, even if another holds the database. Gives the exit code. */
export interface ProcessCommand<O extends Options = Options> extends Declaration<O> {
  readonly kind: 'process'
  run(processContext: ProcessContext, values: OptionValues<O>): Promise<number>
}

// biome-ignore lint/suspicious/noExplicitAny: a table of commands forgets their types; words are parsed before one runs.
export type Command = DatabaseCommand<any, any> | ProcessCommand<any>

export const databaseCommand = <const O extends Options, D extends Document>(
  command: Omit<DatabaseCommand<O, D>, 'kind'>,
): Command => ({
  kind: 'database',
  ...command,
})

export const processCommand = <const O extends Options>(command: Omit<ProcessCommand<O>, 'kind'>): Command => ({
  kind: 'process',
  ...command,
})
