import {
  checkCalendarConnection,
  createCalendarConnection,
  deleteCalendarConnection,
  listCalendarConnections,
  overviewOfConnections,
  readCalendarConnection,
  updateCalendar,
  updateCalendarConnection,
} from '#calendars/index.ts'
import { idOf } from '#contract/wire.ts'
import { counted } from '#platform/counted.ts'
import { UsageError } from '#process/operator-error.ts'
import { minuteOf, table } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const email = { value: 'EMAIL', of: 'member', summary: 'Whose', required: true } as const
const connection = {
  value: 'ID',
  summary: 'The ID of the connection, as shown by `calendar list`',
  required: true,
} as const
const password = {
  value: 'PASSWORD',
  summary: 'The password, on standard input or in OPENSLOT_CALENDAR_PASSWORD',
  secretIn: 'OPENSLOT_CALENDAR_PASSWORD',
} as const

const list = listCommand({
  name: 'calendar list',
  summary: 'List the connected calendars of a member and their sync status',
  options: { email },
  example: '--email user@demo.test',
  list: async (tenant, { email: of }) =>
    (await tenant.collect(listCalendarConnections, { user: await tenant.userUri(of) })).flatMap(
      ({ calendars, ...one }) => calendars.map((calendar) => ({ ...calendar, connection: one })),
    ),
  none: 'No calendars. To connect one: openslot calendar connect --help',
  headings: ['connection', 'account', 'state', 'read', 'calendar', 'name', 'counts', 'takes meetings', 'what is wrong'],
  row: ({ connection: one, name, checks_conflicts, takes_meetings, ...calendar }) => [
    idOf(one),
    one.account,
    one.state,
    one.last_read_at === null ? '' : minuteOf(one.last_read_at),
    idOf(calendar),
    name,
    checks_conflicts ? 'yes' : 'no',
    takes_meetings ? 'yes' : 'no',
    one.reason ?? '',
  ],
})

const connect = tenantCommand({
  name: 'calendar connect',
  summary: 'Connect a calendar of a member: a feed or a CalDAV account',
  description:
    'The account is tested first. Give the password on standard input or in OPENSLOT_CALENDAR_PASSWORD, never as an argument. The URL of a private feed is a secret too: use --url - and give it the same way.',
  options: {
    email,
    kind: {
      value: 'KIND',
      summary: 'ics for a feed, caldav for an account',
      choices: ['ics', 'caldav'],
      required: true,
    },
    url: { value: 'URL', summary: 'The URL of the server or of a public feed; - for a private feed', required: true },
    feed: {
      value: 'URL',
      summary: 'The URL of a private feed (--kind ics --url -), on standard input or in OPENSLOT_CALENDAR_FEED',
      secretIn: 'OPENSLOT_CALENDAR_FEED',
      secretWhen: { kind: 'ics', url: '-' },
    },
    username: { value: 'NAME', summary: 'The user name, for caldav' },
    password: { ...password, secretWhen: { kind: 'caldav' } },
  },
  example:
    '--email user@demo.test --kind caldav --url https://caldav.fastmail.com/ --username user@demo.test < password.txt',
  run: async (tenant, { email: of, kind, url, feed, username, password: secret }) => {
    if (url === '-' && feed === undefined)
      throw new UsageError('Give the URL of the feed on standard input or in OPENSLOT_CALENDAR_FEED.')
    return {
      resource: await tenant.act(
        createCalendarConnection,
        { kind, url: feed ?? url, username, password: secret },
        await tenant.actor(of),
      ),
    }
  },
  show: ({ resource }) =>
    `${resource.account} connected, with ${resource.calendars.map(({ name }) => `"${name}"`).join(', ')}. First sync in progress.`,
})

const renew = tenantCommand({
  name: 'calendar password',
  summary: 'Change the password of a connection',
  description:
    'The password is tested first. Give it on standard input or in OPENSLOT_CALENDAR_PASSWORD, never as an argument.',
  options: { email, connection, password },
  example: '--email user@demo.test --connection ID < password.txt',
  run: async (tenant, { email: of, connection: uuid, password: secret }) => {
    if (secret === undefined)
      throw new UsageError('Give the password on standard input or in OPENSLOT_CALENDAR_PASSWORD.')
    return { resource: await tenant.act(updateCalendarConnection, { uuid, password: secret }, await tenant.actor(of)) }
  },
  show: ({ resource }) => `Password of ${resource.account} updated. Sync in progress.`,
})

const set = tenantCommand({
  name: 'calendar set',
  summary: 'Choose whether a calendar is checked for conflicts and gets bookings',
  options: {
    email,
    calendar: { value: 'ID', summary: 'The ID of the calendar, as shown by `calendar list`', required: true },
    counts: { value: 'YES_OR_NO', summary: 'Check this calendar for conflicts', choices: ['yes', 'no'] },
    'takes-meetings': { value: 'YES_OR_NO', summary: 'Add bookings to this calendar', choices: ['yes', 'no'] },
    tentative: { value: 'YES_OR_NO', summary: 'Treat tentative events as conflicts', choices: ['yes', 'no'] },
  },
  example: '--email user@demo.test --calendar ID --takes-meetings yes',
  run: async (tenant, { email: of, calendar: uuid, counts, tentative, 'takes-meetings': takes }) => {
    const settings = {
      checks_conflicts: flagOf(counts),
      counts_tentative: flagOf(tentative),
      takes_meetings: flagOf(takes),
    }
    return { resource: await tenant.act(updateCalendar, { uuid, ...settings }, await tenant.actor(of)) }
  },
  show: ({ resource }) =>
    `"${resource.name}" ${resource.checks_conflicts ? 'counts' : 'does not count'}, and ${resource.takes_meetings ? 'takes meetings' : 'takes no meetings'}.`,
})

const flagOf = (text: 'yes' | 'no' | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'yes'

const read = tenantCommand({
  name: 'calendar read',
  summary: 'Sync a connection now',
  options: { connection },
  example: '--connection ID',
  run: async (tenant, { connection: uuid }) => ({ resource: await tenant.act(readCalendarConnection, { uuid }) }),
  show: ({ resource }) => `Syncing ${resource.account}. See: openslot calendar list`,
})

const check = tenantCommand({
  name: 'calendar check',
  summary: 'Test a connection from end to end with a temporary event',
  description: 'The exit code is 1 if a step failed.',
  options: { connection },
  example: '--connection ID',
  patienceMinutes: 2,
  run: (tenant, { connection: uuid }) => tenant.act(checkCalendarConnection, { uuid }),
  show: ({ steps }) =>
    table(
      ['', 'step', 'found'],
      steps.map(({ ok, step, message }) => [ok ? 'well' : 'wrong', step, message]),
    ),
  exitCode: ({ steps }) => (steps.every(({ ok }) => ok) ? 0 : 1),
})

const overview = databaseCommand({
  name: 'calendar overview',
  summary: 'Show how many calendars are connected in all organizations and whether they sync',
  run: async ({ database, clock }) => {
    const { connections, lost, oldestSync } = await overviewOfConnections(database.reader)
    return {
      connections,
      lost,
      oldest_sync_seconds: oldestSync && Math.round((clock.now().getTime() - oldestSync.getTime()) / 1000),
    }
  },
  show: ({ connections, lost, oldest_sync_seconds: age }) =>
    `${counted(connections, 'connection')}, of which ${lost} cannot be synced.${age === null ? '' : ` The oldest sync was ${counted(Math.round(age / 60), 'minute')} ago.`}`,
})

const disconnect = tenantCommand({
  name: 'calendar disconnect',
  summary: 'Disconnect a calendar account and delete everything synced from it',
  options: { connection, 'take-back': { summary: 'First remove upcoming meetings from the calendar' } },
  example: '--connection ID',
  run: async (tenant, { connection: uuid, 'take-back': takesBack }) => {
    await tenant.act(deleteCalendarConnection, { uuid, take_back: takesBack })
    return { disconnected: uuid }
  },
  show: () => 'Disconnected.',
})

export const commands = [overview, list, connect, renew, set, read, check, disconnect]
