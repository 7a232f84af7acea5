import type { z } from 'zod'
import { idOf } from '#contract/wire.ts'
import { act } from '#execution/act.ts'
import { foundImported, getImport, startImport, tryImport, workOnImport } from '#imports/index.ts'
import { counted } from '#platform/counted.ts'
import { UsageError } from '#process/operator-error.ts'
import { listing } from '../columns.ts'
import { type Command, databaseCommand } from '../command.ts'
import { enter, organizationOption } from '../tenant.ts'
import { importOpenslot } from './import-openslot.ts'

const defaultUrl = 'https://api.calendly.com'
const tokenVariable = 'OPENSLOT_IMPORT_TOKEN'

type ImportResource = z.output<typeof getImport.output>

type Document = { readonly resource: ImportResource; readonly organization: string } | { readonly would_import: Awaited<ReturnType<typeof tryImport>> }

const calendly = databaseCommand({
  name: 'import calendly',
  summary: 'Import everything from Calendly, or from another API of its kind',
  description: `Members, groups, event types, hours, meetings past and future, routing forms and webhooks, with their ids and addresses. The token is one of an owner or admin there; it comes by standard input, or in ${tokenVariable}. In an empty installation the organization comes as well. It can be ended and started again at any time: nothing comes twice. Nothing is mailed and no webhook is sent. docs/moving-in.md says more.`,
  founds: true,
  options: {
    token: { value: 'TOKEN', summary: `By standard input or in ${tokenVariable}: a personal access token of the other side`, secretIn: tokenVariable },
    url: { value: 'URL', summary: `The address of its API; ${defaultUrl} if left out` },
    'dry-run': { summary: 'Say what would come, and write nothing' },
    'take-over': { summary: 'Send reminders of imported meetings from here: switch them off there first' },
    invite: { summary: 'Mail members who came without a password a link to set one' },
    ...organizationOption,
  },
  patienceMinutes: 60,
  example: '< token.txt',
  run: async (context, { token, url = defaultUrl, 'dry-run': isDry, 'take-over': takesOver, invite, organization: wanted }): Promise<Document> => {
    if (token === undefined) throw new UsageError(`The token is missing. Give it by standard input, or in ${tokenVariable}.`)
    const input = startImport.input.safeParse({ kind: 'calendly', url, token })
    const source = input.success ? input.data.url : url
    if (isDry && input.success) return { would_import: await tryImport(context, source, token) }
    if (wanted === undefined && input.success) await foundImported(context, source, token)
    const { owner, organization } = await enter(context, { organization: wanted })
    return { resource: await act(context, startImport, owner, { kind: 'calendly', url, token, take_over: takesOver, invite }), organization: organization.id }
  },
  show: (document) => ('would_import' in document ? showTried(document.would_import) : showReport(document.resource)),
  goesOn: (document) => ('would_import' in document ? undefined : next(document)),
  exitCode: (document) => ('would_import' in document ? 0 : exitCodeOf(document)),
})

type Going = { readonly resource: ImportResource; readonly organization: string }

const watch = databaseCommand({
  name: 'import watch',
  summary: 'Show how far an import is, and go on with it',
  options: { id: { value: 'ID', summary: 'Its id, the last part of its uri', required: true }, ...organizationOption },
  patienceMinutes: 2,
  example: '--id ID',
  run: async (context, { id, organization: wanted }): Promise<Going> => {
    const { owner, organization } = await enter(context, { organization: wanted })
    await act(context, getImport, owner, { uuid: id })
    await workOnImport(context, id)
    return { resource: await act(context, getImport, owner, { uuid: id }), organization: organization.id }
  },
  show: ({ resource }) => showReport(resource),
  goesOn: (document) => next(document),
  exitCode: (document) => exitCodeOf(document),
})

const exitCodeOf = ({ resource }: Going): number => (resource.state === 'failed' ? 1 : 0)

const next = ({ resource, organization }: Going): { readonly words: readonly string[]; readonly line: string } | undefined =>
  resource.state === 'running'
    ? { words: ['import', 'watch', `--id=${idOf(resource)}`, `--organization=${organization}`], line: progressLine(resource) }
    : undefined

const progressLine = ({ step, meetings_total: total, meetings_read: read, seconds_left: seconds }: ImportResource): string => {
  if (step !== 'meetings' || total === null) return `Reading: ${step.replaceAll('_', ' ')}${step === 'counting' && total !== null ? `, ${total} meetings` : ''}`
  return `Meetings: ${read} of ${total}${seconds === null ? '' : `, about ${durationOf(seconds)} left`}`
}

const durationOf = (seconds: number): string => (seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute'))

const bullets = (title: string, sentences: readonly string[]): string =>
  sentences.length === 0 ? '' : `\n\n${title}\n${sentences.map((one) => `- ${one}`).join('\n')}`

const showReport = ({ state, source, fault, counts, remarks, not_imported }: ImportResource): string => {
  const head =
    state === 'finished'
      ? `Imported from ${source}:`
      : state === 'failed'
        ? `The import from ${source} stopped. ${fault}`
        : `The import from ${source} goes on.`
  const table = listing(counts, ['', 'new', 'changed', 'as before', 'gone there'], (one) => [
    one.kind.replaceAll('_', ' '),
    ...[one.created, one.changed, one.unchanged, one.gone].map(String),
  ])
  return `${head}\n${table}${bullets('To look at:', remarks)}${bullets('Not imported, since the API does not show it:', not_imported)}`
}

const showTried = ({ organization, counts, seconds, remarks, not_imported }: Awaited<ReturnType<typeof tryImport>>): string => {
  const lines = Object.entries(counts).map(([kind, count]) => `${kind.replaceAll('_', ' ')}: ${count}`)
  const time = seconds === null ? '' : `\nIt would take about ${durationOf(seconds)}.`
  return `From "${organization}" would come:\n${lines.join('\n')}${time}${bullets('To look at:', remarks)}${bullets('Not imported, since the API does not show it:', not_imported)}`
}

export const commands: readonly Command[] = [calendly, importOpenslot, watch]
