import { act } from '#execution/act.ts'
import {
  foundImported,
  getImport,
  importCalcomDatabase,
  lookAtCalcomDatabase,
  lookAtSource,
  startImport,
  tryCalcomDatabase,
  tryImport,
  workOnImport,
} from '#imports/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { type Command, databaseCommand } from '../command.ts'
import { exitCodeOf, type Going, type ImportDocument, next, showReport, showTried } from '../import-report.ts'
import { enter, organizationOption } from '../tenant.ts'
import { importOpenslot } from './import-openslot.ts'

const defaultUrl = 'https://api.calendly.com'
const tokenVariable = 'OPENSLOT_IMPORT_TOKEN'
const databaseVariable = 'OPENSLOT_IMPORT_DATABASE_URL'

const commonOptions = {
  'dry-run': { summary: 'Say what would come, and write nothing' },
  'take-over': { summary: 'Send reminders of imported meetings from here: switch them off there first' },
  invite: { summary: 'Mail members who came without a password a link to set one' },
  ...organizationOption,
} as const

const shown = {
  show: (document: ImportDocument) => ('would_import' in document ? showTried(document.would_import) : showReport(document.resource)),
  goesOn: (document: ImportDocument) => ('would_import' in document ? undefined : next(document)),
  exitCode: (document: ImportDocument) => ('would_import' in document ? 0 : exitCodeOf(document)),
}

const calendly = databaseCommand({
  name: 'import calendly',
  summary: 'Import everything from Calendly, or from another API of its kind',
  description: `Members, groups, event types, hours, meetings past and future, routing forms and webhooks, with their ids and addresses. The token is one of an owner or admin there; it comes by standard input, or in ${tokenVariable}. In an empty installation the organization comes as well. It can be ended and started again at any time: nothing comes twice. Nothing is mailed and no webhook is sent. docs/moving-in.md says more.`,
  founds: true,
  options: {
    token: { value: 'TOKEN', summary: `By standard input or in ${tokenVariable}: a personal access token of the other side`, secretIn: tokenVariable },
    url: { value: 'URL', summary: `The address of its API; ${defaultUrl} if left out` },
    ...commonOptions,
  },
  patienceMinutes: 60,
  example: '< token.txt',
  run: async (context, { token, url = defaultUrl, 'dry-run': isDry, 'take-over': takesOver, invite, organization: wanted }): Promise<ImportDocument> => {
    if (token === undefined) throw new UsageError(`The token is missing. Give it by standard input, or in ${tokenVariable}.`)
    const input = startImport.input.safeParse({ kind: 'calendly', url, token })
    const source = input.success ? input.data.url : url
    if (isDry && input.success) return { would_import: await tryImport(context, source, token) }
    if (wanted === undefined && input.success) await foundImported(context, () => lookAtSource(context.outgoing, source, token))
    const { owner, organization } = await enter(context, { organization: wanted })
    return { resource: await act(context, startImport, owner, { kind: 'calendly', url, token, take_over: takesOver, invite }), organization: organization.id }
  },
  ...shown,
})

const calcom = databaseCommand({
  name: 'import calcom',
  summary: 'Import everything from the database of a Cal.com',
  description: `Members, teams as groups, event types, hours, bookings past and future, routing forms and webhooks. The address of its PostgreSQL database, with a role that may read, comes by standard input, or in ${databaseVariable}: postgres://user:password@host/name. The database is only read. In an empty installation the organization comes as well. It can be ended and started again at any time: nothing comes twice. Nothing is mailed and no webhook is sent. docs/from-calcom.md says more.`,
  founds: true,
  options: {
    'database-url': { value: 'URL', summary: `By standard input or in ${databaseVariable}: the address of its database`, secretIn: databaseVariable },
    ...commonOptions,
  },
  patienceMinutes: 60,
  example: '< database.txt',
  run: async (context, { 'database-url': url, 'dry-run': isDry, 'take-over': takesOver, invite, organization: wanted }): Promise<ImportDocument> => {
    if (url === undefined) throw new UsageError(`The address of the database is missing. Give it by standard input, or in ${databaseVariable}.`)
    const input = importCalcomDatabase.input.safeParse({ database_url: url })
    if (isDry && input.success) return { would_import: await tryCalcomDatabase(input.data.database_url) }
    if (wanted === undefined && input.success) await foundImported(context, () => lookAtCalcomDatabase(input.data.database_url))
    const { owner, organization } = await enter(context, { organization: wanted })
    return { resource: await act(context, importCalcomDatabase, owner, { database_url: url, take_over: takesOver, invite }), organization: organization.id }
  },
  ...shown,
})

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

export const commands: readonly Command[] = [calendly, calcom, importOpenslot, watch]
