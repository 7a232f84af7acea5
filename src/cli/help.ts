import type { Document } from '#process/command-server.ts'
import { type Asked, allCommands, listSubjects } from './catalogue.ts'
import { facts } from './columns.ts'
import type { Command, Option } from './command.ts'

export interface Help {
  readonly document: Document
  readonly text: string
}

const everyCommand: Readonly<Record<string, Option>> = {
  json: { summary: 'Print one JSON document, errors too, and nothing else' },
  help: { summary: 'Show this help' },
}

/** Made from what is declared: of everything, of a subject, or of one command. */
export const helpOn = async (asked: Asked): Promise<Help> => {
  switch (asked.kind) {
    case 'everything':
      return { document: { commands: (await allCommands()).map(describe) }, text: overview() }
    case 'subject':
      return { document: { commands: asked.commands.map(describe) }, text: chapter(asked.subject, asked.commands) }
    case 'command':
      return { document: describe(asked.command), text: page(asked.command) }
  }
}

const describe = ({ name, summary, description, options, example }: Command) => ({
  name,
  summary,
  ...(description === undefined ? {} : { description }),
  options: Object.entries({ ...options, ...everyCommand }).map(([option, declared]) => ({ name: option, ...(declared as Option) })),
  example: lineOf(name, example),
})

const lineOf = (...words: readonly string[]): string => ['openslot', ...words].filter(Boolean).join(' ')

const indented = (text: string): string => text.replace(/^/gm, '  ')

const overview = (): string =>
  [
    'Openslot, a scheduling service.',
    '',
    `Usage: openslot <command> [options]`,
    '',
    indented(facts(Object.fromEntries(listSubjects().map(({ name, summary }) => [name, summary])))),
    '',
    'openslot <command> --help says more about each. With --json, each prints one JSON document. openslot --version tells the release.',
    '',
    'For example:',
    '',
    indented('openslot start --demo'),
    indented('openslot token create --help'),
  ].join('\n')

const chapter = (subject: string, commands: readonly Command[]): string =>
  [
    `Usage: openslot ${subject} <command> [options]`,
    '',
    indented(facts(Object.fromEntries(commands.map(({ name, summary }) => [name, summary])))),
    '',
    'For example:',
    '',
    indented(commands.map(({ name, example }) => lineOf(name, example)).join('\n')),
  ].join('\n')

const page = ({ name, summary, description, options, example }: Command): string => {
  const all: Readonly<Record<string, Option>> = { ...options, ...everyCommand }
  const usage = Object.entries(all)
    .filter(([, { required }]) => required)
    .map(([option, { value }]) => `--${option} ${value}`)
  return [
    `${summary}.`,
    ...(description === undefined ? [] : ['', description]),
    '',
    `Usage: ${lineOf(name, ...usage)} [options]`,
    '',
    indented(
      facts(
        Object.fromEntries(
          Object.entries(all).map(([option, declared]) => [`--${option}${declared.value === undefined ? '' : ` ${declared.value}`}`, explain(declared)]),
        ),
      ),
    ),
    '',
    'For example:',
    '',
    indented(lineOf(name, example)),
  ].join('\n')
}

const explain = ({ summary, choices, required }: Option): string =>
  [summary, ...(choices ? [`(${choices.join(', ')})`] : []), ...(required ? ['(required)'] : [])].join(' ')
