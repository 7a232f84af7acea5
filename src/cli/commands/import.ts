import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { importCalendarFile } from '#calendars/index.ts'
import { parseInput } from '#contract/input.ts'
import { act } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import {
  closedRemarks,
  foundImported,
  getImport,
  importCalcomDatabase,
  remarkText,
  type Survey,
  shownRemarks,
  startImport,
  stopImport,
  surveyCalcomDatabase,
  surveySource,
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
  'dry-run': { summary: 'Show what would be imported without changing anything' },
  partly: { summary: 'Import what the token can read, even if that is not everything' },
  'take-over': { summary: 'Send reminders for imported meetings from here; turn them off at the source first' },
  invite: { summary: 'Email members without a password a link to set one' },
  'apply-buffers': { summary: 'Apply the buffers that the report of the last import suggests' },
  'prefer-source': {
    summary: 'Overwrite local changes with the source; by default they are kept and listed in the report',
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
  const missing = closedRemarks(found.reach).map((remark) => remarkText(remark))
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

const tried = ({ remarks, kind, ...found }: Awaited<ReturnType<typeof tryImport>>): ImportDocument => ({
  would_import: { ...found, ...shownRemarks(remarks, kind) },
})

const fromApi = async (
  context: AppContext,
  request: z.input<typeof startImport.input>,
  asked: Asked,
): Promise<ImportDocument> => {
  const { kind, url, token } = parseInput(startImport.input, request)
  if (asked.isDry)
    return tried(await tryImport({ outgoing: context.outgoing, now: context.clock.now() }, kind, url, token))
  const { owner, organization } = await begin(
    context,
    await surveySource(context.outgoing, kind, url, token),
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
  if (asked.isDry) return tried(await tryCalcomDatabase(url))
  const { owner, organization } = await begin(
    context,
    await surveyCalcomDatabase(url),
    asked.isPartly,
    asked.organization,
  )
  return { resource: await act(context, importCalcomDatabase, owner, request), organization: organization.id }
}

const calendly = databaseCommand({
  name: 'import calendly',
  summary: 'Import everything from Calendly or a compatible API',
  description: `Imports members, groups, event types, schedules, past and upcoming meetings, routing forms, and webhooks, and keeps their IDs and links. Give a token of an owner or admin there on standard input or in ${tokenVariable}. In an empty installation, the organization is imported too. You can stop and restart it at any time: nothing is imported twice. No emails or webhooks are sent. See docs/moving-in.md.`,
  founds: true,
  options: {
    token: {
      value: 'TOKEN',
      summary: `A personal access token of the source, on standard input or in ${tokenVariable}`,
      secretIn: tokenVariable,
    },
    url: { value: 'URL', summary: `The URL of the API; by default ${defaultUrl}` },
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
      throw new UsageError(`The token is missing. Give it on standard input or in ${tokenVariable}.`)
    const switches = { take_over: takesOver, invite, apply_buffers: buffers, prefer_source: prefers }
    const request = { kind: 'calendly' as const, url, token, ...switches }
    return fromApi(context, request, { isDry, isPartly, organization })
  },
  ...shown,
})

const calcom = databaseCommand({
  name: 'import calcom',
  summary: 'Import everything from Cal.com, using its database or its API',
  description: `Imports members, teams as groups, event types, schedules, past and upcoming bookings, routing forms, and webhooks. On standard input or in ${calcomVariable}, give the URL of its PostgreSQL database (postgres://user:password@host/name, with a role that can read), which has the most data, or a key of its API v2 that belongs to an admin of the organization. Nothing is written to Cal.com. In an empty installation, the organization is imported too. You can stop and restart it at any time: nothing is imported twice. No emails or webhooks are sent. See docs/from-calcom.md.`,
  founds: true,
  options: {
    from: {
      value: 'SECRET',
      summary: `The URL of the database or an API key, on standard input or in ${calcomVariable}`,
      secretIn: calcomVariable,
    },
    url: { value: 'URL', summary: 'The URL of the API; by default https://api.cal.com/v2' },
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
        `The source is missing. Give the URL of the database or an API key on standard input or in ${calcomVariable}.`,
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
  summary: 'Show the progress of an import until it ends',
  options: {
    id: { value: 'ID', summary: 'The ID of the import, the last part of its URI', required: true },
    ...organizationOption,
  },
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
  summary: 'Stop an import; what was imported so far stays',
  description: 'The token is deleted. Importing from the same source again continues where it stopped.',
  options: { id: { value: 'ID', summary: 'The ID of the import, the last part of its URI', required: true } },
  example: '--id ID',
  run: async ({ act }, { id }) => ({ resource: await act(stopImport, { uuid: id }) }),
  show: ({ resource }) => showReport(resource),
})

const maxFileBytes = 20 * 1024 * 1024

const ics = tenantCommand({
  name: 'import ics',
  summary: 'Import the events of a calendar file as busy times of a member',
  description:
    'Replaces the events of the previous file: run it again with a newer file. Only event times are stored, for about a year ahead. To keep a calendar in sync, connect it instead: openslot calendar connect.',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: 'Whose', required: true },
    file: {
      value: 'FILE',
      summary: 'The exported calendar (.ics, up to 20 MB)',
      required: true,
      field: 'calendar',
    },
  },
  paths: ['file'],
  example: '--email user@demo.test --file calendar.ics',
  run: async (tenant, { email, file }) => {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw new UsageError(`File not found: ${file}.`)
    if (found.size > maxFileBytes) throw new UsageError(`${file} is larger than 20 MB.`)
    return tenant.act(importCalendarFile, { calendar: await readFile(file, 'utf8') }, await tenant.actor(email))
  },
  show: ({ events, busy_times, until }) =>
    `${counted(events, 'event')} read, ${counted(busy_times, 'busy time')} until ${until.slice(0, 10)}.`,
})

export const commands: readonly Command[] = [calendly, calcom, ics, importOpenslot, stop, watch]
