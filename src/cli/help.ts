import type { Document } from '#process/command-server.ts'
import { type Asked, allCommands, listSubjects, type Subject } from './catalogue.ts'
import { facts } from './columns.ts'
import type { Command, Option } from './command.ts'

const everyCommand: Readonly<Record<string, Option>> = {
  json: { summary: 'Print a single JSON document, even for errors' },
  help: { summary: 'Show this help' },
}

/** Made from what is declared: of everything, of a subject, or of one command. */
export const helpOn = async (asked: Asked): Promise<{ readonly document: Document; readonly text: string }> => {
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
  options: Object.entries<Option>({ ...options, ...everyCommand }).map(
    ([option, { of: _, json: __, field: ___, ...shown }]) => ({ name: option, ...shown }),
  ),
  example: lineOf(name, example),
})

const lineOf = (...words: readonly (string | undefined)[]): string => ['openslot', ...words].filter(Boolean).join(' ')

const indented = (text: string): string => text.replace(/^/gm, '  ')

const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n')

const summaries = (all: readonly Subject[]): string =>
  indented(facts(Object.fromEntries(all.map(({ name, summary }) => [name, summary]))))

const overview = (): string =>
  paragraphs(
    'Openslot: open-source scheduling.',
    'Usage: openslot <command> [options]',
    summaries(listSubjects()),
    'openslot <command> --help says more about each. With --json, each prints one JSON document. openslot --version tells the release.',
    'For example:',
    indented('openslot start --demo\nopenslot token create --help'),
  )

const chapter = (subject: string, commands: readonly Command[]): string =>
  paragraphs(
    `Usage: openslot ${subject} <command> [options]`,
    summaries(commands),
    'For example:',
    indented(commands.map(({ name, example }) => lineOf(name, example)).join('\n')),
  )

const page = ({ name, summary, description, options, example }: Command): string => {
  const all: Readonly<Record<string, Option>> = { ...options, ...everyCommand }
  const usage = Object.entries(all)
    .filter(([, { required }]) => required)
    .map(([option, { value }]) => `--${option} ${value}`)
  const explained = Object.entries(all).map(([option, declared]) => [
    `--${option}${declared.value === undefined ? '' : ` ${declared.value}`}`,
    explain(declared),
  ])
  return paragraphs(
    `${summary}.`,
    ...(description === undefined ? [] : [description]),
    `Usage: ${lineOf(name, ...usage)} [options]`,
    indented(facts(Object.fromEntries(explained))),
    'For example:',
    indented(lineOf(name, example)),
  )
}

const explain = ({ summary, choices, required }: Option): string =>
  [summary, ...(choices ? [`(${choices.join(', ')})`] : []), ...(required ? ['(required)'] : [])].join(' ')
