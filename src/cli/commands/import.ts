import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { importCalendarFile } from '#calendars/index.ts'
import { parseInput } from '#contract/input.ts'
import { act } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import {
  closedSentences,
  foundImported,
  getImport,
  importCalcomDatabase,
  lookAtCalcomDatabase,
  lookAtSource,
  type Survey,
  startImport,
  stopImport,
  tryCalcomDatabase,
  tryImport,
  workOnImport,
} from '#imports/index.ts'
import { counted } from '#platform/counted.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { type Command, databaseCommand } from '../command.ts'
import { exitCodeOf, type Going, type ImportDocument, next, showReport, showTried } from '../import-report.ts'
import { enter, organizationOption } from '../tenant.ts'
import { tenantCommand } from '../tenant-command.ts'
import { importOpenslot } from './import-openslot.ts'

const defaultUrl = 'https://api.calendly.com'
const tokenVariable = 'OPENSLOT_IMPORT_TOKEN'
const calcomVariable = 'OPENSLOT_IMPORT_CALCOM'

const commonOptions = {
  'dry-run': { summary: 'Say what would come, and write nothing' },
  partly: { summary: 'Import what can be read, where some of it may not be' },
  'take-over': { summary: 'Send reminders of imported meetings from here: switch them off there first' },
  invite: { summary: 'Mail members who came without a password a link to set one' },
  'apply-buffers': { summary: 'Give event types the buffers that the report of the last import has guessed' },
  'prefer-source': {
    summary:
      'Take what the other side says where it was changed here too; otherwise what is here stays, and the report names it',
  },
  ...organizationOption,
} as const

const shown = {
  show: (document: ImportDocument) =>
    'would_import' in document ? showTried(document.would_import) : showReport(document.resource),
  goesOn: (document: ImportDocument) => ('would_import' in document ? undefined : next(document)),
  exitCode: (document: ImportDocument) => ('would_import' in document ? 0 : exitCodeOf(document)),
}

/**
 * What stays out is said before anything is written. Then the organization, where there is none, comes with what it
 * has.
 */
const begin = async (
  context: AppContext,
  found: Survey,
  isPartly: boolean,
  wanted: string | undefined,
): ReturnType<typeof enter> => {
  const missing = closedSentences(found.reach)
  if (missing.length > 0 && !isPartly)
    throw new OperatorError([...missing, 'Nothing was imported. To import the rest, add --partly.'].join('\n'))
  if (wanted === undefined) await foundImported(context, found)
  return enter(context, { organization: wanted })
}

interface Asked {
  readonly isDry: boolean
  readonly isPartly: boolean
  readonly organization: string | undefined
}

const fromApi = async (
  context: AppContext,
  request: z.input<typeof startImport.input>,
  asked: Asked,
): Promise<ImportDocument> => {
  const { kind, url, token } = parseInput(startImport.input, request)
  if (asked.isDry)
    return { would_import: await tryImport({ outgoing: context.outgoing, now: context.clock.now() }, kind, url, token) }
  const { owner, organization } = await begin(
    context,
    await lookAtSource(context.outgoing, kind, url, token),
    asked.isPartly,
    asked.organization,
  )
  return { resource: await act(context, startImport, owner, request), organization: organization.id }
}

const fromDatabase = async (
  context: AppContext,
  request: z.input<typeof importCalcomDatabase.input>,
  asked: Asked,
): Promise<ImportDocument> => {
  const { database_url: url } = parseInput(importCalcomDatabase.input, request)
  if (asked.isDry) return { would_import: await tryCalcomDatabase(url) }
  const { owner, organization } = await begin(
    context,
    await lookAtCalcomDatabase(url),
    asked.isPartly,
    asked.organization,
  )
  return { resource: await act(context, importCalcomDatabase, owner, request), organization: organization.id }
}

const calendly = databaseCommand({
  name: 'import calendly',
  summary: 'Import everything from Calendly, or from another API of its kind',
  description: `Members, groups, event types, hours, meetings past and future, routing forms and webhooks, with their ids and addresses. The token is one of an owner or admin there; it comes by standard input, or in ${tokenVariable}. In an empty installation the organization comes as well. It can be ended and started again at any time: nothing comes twice. Nothing is mailed and no webhook is sent. docs/moving-in.md says more.`,
  founds: true,
  options: {
    token: {
      value: 'TOKEN',
      summary: `By standard input or in ${tokenVariable}: a personal access token of the other side`,
      secretIn: tokenVariable,
    },
    url: { value: 'URL', summary: `The address of its API; ${defaultUrl} if left out` },
    ...commonOptions,
  },
  patienceMinutes: 60,
  example: '< token.txt',
  run: async (
    context,
    {
      token,
      url,
      'dry-run': isDry,
      partly: isPartly,
      'take-over': takesOver,
      invite,
      'apply-buffers': buffers,
      'prefer-source': prefers,
      organization,
    },
  ): Promise<ImportDocument> => {
    if (token === undefined)
      throw new UsageError(`The token is missing. Give it by standard input, or in ${tokenVariable}.`)
    const switches = { take_over: takesOver, invite, apply_buffers: buffers, prefer_source: prefers }
    const request = { kind: 'calendly' as const, url, token, ...switches }
    return fromApi(context, request, { isDry, isPartly, organization })
  },
  ...shown,
})

const calcom = databaseCommand({
  name: 'import calcom',
  summary: 'Import everything from a Cal.com, by its database or its API',
  description: `Members, teams as groups, event types, hours, bookings past and future, routing forms and webhooks. By standard input, or in ${calcomVariable}, comes the address of its PostgreSQL database (postgres://user:password@host/name, with a role that may read), which has most; or a key of its API v2, of an admin of the organization there. Nothing is written there. In an empty installation the organization comes as well. It can be ended and started again at any time: nothing comes twice. Nothing is mailed and no webhook is sent. docs/from-calcom.md says more.`,
  founds: true,
  options: {
    from: {
      value: 'SECRET',
      summary: `By standard input or in ${calcomVariable}: the address of its database, or a key of its API`,
      secretIn: calcomVariable,
    },
    url: { value: 'URL', summary: 'The address of its API; https://api.cal.com/v2 if left out' },
    ...commonOptions,
  },
  patienceMinutes: 60,
  example: '< database.txt',
  run: async (
    context,
    {
      from: secret,
      url,
      'dry-run': isDry,
      partly: isPartly,
      'take-over': takesOver,
      invite,
      'apply-buffers': buffers,
      'prefer-source': prefers,
      organization,
    },
  ): Promise<ImportDocument> => {
    if (secret === undefined)
      throw new UsageError(
        `Where it comes from is missing. Give the address of the database, or a key, by standard input, or in ${calcomVariable}.`,
      )
    const switches = { take_over: takesOver, invite, apply_buffers: buffers, prefer_source: prefers }
    const asked = { isDry, isPartly, organization }
    // No key has it: an address that is mistyped is sent to nobody.
    if (secret.includes('://')) return fromDatabase(context, { database_url: secret, ...switches }, asked)
    return fromApi(context, { kind: 'calcom', url, token: secret, ...switches }, asked)
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

const stop = tenantCommand({
  name: 'import stop',
  summary: 'Stop an import; what came until then stays',
  description: 'The token is forgotten. Importing from the same address again goes on where it stopped.',
  options: { id: { value: 'ID', summary: 'Its id, the last part of its uri', required: true } },
  example: '--id ID',
  run: async ({ act }, { id }) => ({ resource: await act(stopImport, { uuid: id }) }),
  show: ({ resource }) => showReport(resource),
})

const maxFileBytes = 20 * 1024 * 1024

const ics = tenantCommand({
  name: 'import ics',
  summary: 'Take the events of a calendar file as busy times of a member',
  description:
    'In place of those of the file before: run it again with a newer file. Only when the events are is kept, for about a year ahead. A calendar that changes is better connected: openslot calendar connect.',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: 'Whose', required: true },
    file: {
      value: 'FILE',
      summary: 'The calendar, as other programs export it (.ics, at most 20 MB)',
      required: true,
      field: 'calendar',
    },
  },
  paths: ['file'],
  example: '--email user@demo.test --file calendar.ics',
  run: async (tenant, { email, file }) => {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`)
    if (found.size > maxFileBytes) throw new UsageError(`${file} is larger than 20 MB.`)
    return tenant.act(importCalendarFile, { calendar: await readFile(file, 'utf8') }, await tenant.actor(email))
  },
  show: ({ events, busy_times, until }) =>
    `${counted(events, 'event')} read, ${counted(busy_times, 'busy time')} until ${until.slice(0, 10)}.`,
})

export const commands: readonly Command[] = [calendly, calcom, ics, importOpenslot, stop, watch]
