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
const connection = { value: 'ID', summary: 'Which connection, as `calendar list` shows it', required: true } as const
const password = {
  value: 'PASSWORD',
  summary: 'By standard input or in OPENSLOT_CALENDAR_PASSWORD',
  secretIn: 'OPENSLOT_CALENDAR_PASSWORD',
} as const

const list = listCommand({
  name: 'calendar list',
  summary: 'List the calendars that a member has connected, and whether they can be read',
  options: { email },
  example: '--email user@demo.test',
  list: async (tenant, { email: of }) =>
    (await tenant.collect(listCalendarConnections, { user: await tenant.userUri(of) })).flatMap(
      ({ calendars, ...one }) => calendars.map((calendar) => ({ ...calendar, connection: one })),
    ),
  none: 'There are no calendars. Connect one with: openslot calendar connect --help',
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
  summary: 'Connect a calendar of a member: a feed, or an account on a CalDAV server',
  description:
    'The account is tried first. The password comes by standard input or in OPENSLOT_CALENDAR_PASSWORD, never as an argument. The address of a private feed is a secret too: write --url - for it.',
  options: {
    email,
    kind: {
      value: 'KIND',
      summary: 'ics for a feed, caldav for an account',
      choices: ['ics', 'caldav'],
      required: true,
    },
    url: { value: 'URL', summary: 'Of the server or of a public feed; - for a private feed', required: true },
    feed: {
      value: 'URL',
      summary: 'With --kind ics --url - by standard input or in OPENSLOT_CALENDAR_FEED: the address of the feed',
      secretIn: 'OPENSLOT_CALENDAR_FEED',
      secretWhen: { kind: 'ics', url: '-' },
    },
    username: { value: 'NAME', summary: 'For caldav' },
    password: { ...password, secretWhen: { kind: 'caldav' } },
  },
  example:
    '--email user@demo.test --kind caldav --url https://caldav.fastmail.com/ --username user@demo.test < password.txt',
  run: async (tenant, { email: of, kind, url, feed, username, password: secret }) => {
    if (url === '-' && feed === undefined)
      throw new UsageError('Give the address of the feed by standard input, or in OPENSLOT_CALENDAR_FEED.')
    return {
      resource: await tenant.act(
        createCalendarConnection,
        { kind, url: feed ?? url, username, password: secret },
        await tenant.actor(of),
      ),
    }
  },
  show: ({ resource }) =>
    `${resource.account} is connected, with ${resource.calendars.map(({ name }) => `"${name}"`).join(', ')}. It is being read for the first time.`,
})

const renew = tenantCommand({
  name: 'calendar password',
  summary: 'Give a connection a new password',
  description: 'It is tried first. It comes by standard input or in OPENSLOT_CALENDAR_PASSWORD, never as an argument.',
  options: { email, connection, password },
  example: '--email user@demo.test --connection ID < password.txt',
  run: async (tenant, { email: of, connection: uuid, password: secret }) => {
    if (secret === undefined)
      throw new UsageError('Give the password by standard input, or in OPENSLOT_CALENDAR_PASSWORD.')
    return { resource: await tenant.act(updateCalendarConnection, { uuid, password: secret }, await tenant.actor(of)) }
  },
  show: ({ resource }) => `${resource.account} has its new password, and is read again.`,
})

const set = tenantCommand({
  name: 'calendar set',
  summary: 'Say whether a calendar counts, and whether it takes meetings',
  options: {
    email,
    calendar: { value: 'ID', summary: 'Which, as `calendar list` shows it', required: true },
    counts: { value: 'YES_OR_NO', summary: 'Whether its owner is busy when it says so', choices: ['yes', 'no'] },
    'takes-meetings': { value: 'YES_OR_NO', summary: 'Whether meetings are written into it', choices: ['yes', 'no'] },
    tentative: { value: 'YES_OR_NO', summary: 'Whether tentative events count', choices: ['yes', 'no'] },
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
  summary: 'Have a connection read at once',
  options: { connection },
  example: '--connection ID',
  run: async (tenant, { connection: uuid }) => ({ resource: await tenant.act(readCalendarConnection, { uuid }) }),
  show: ({ resource }) => `${resource.account} will be read at once. See: openslot calendar list`,
})

const check = tenantCommand({
  name: 'calendar check',
  summary: 'Try a connection from end to end, with an event that is removed again',
  description: 'The exit code is 1 when something failed.',
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
  summary: 'How many connected calendars there are in all organizations, and whether they are read',
  run: async ({ database, clock }) => {
    const { connections, lost, oldestLook } = await overviewOfConnections(database.reader)
    return {
      connections,
      lost,
      oldest_look_seconds: oldestLook && Math.round((clock.now().getTime() - oldestLook.getTime()) / 1000),
    }
  },
  show: ({ connections, lost, oldest_look_seconds: age }) =>
    `${counted(connections, 'connection')}, ${lost} of them lost.${age === null ? '' : ` The one that was not read for longest was read ${counted(Math.round(age / 60), 'minute')} ago.`}`,
})

const disconnect = tenantCommand({
  name: 'calendar disconnect',
  summary: 'Forget a connection, with everything that was read of it',
  options: { connection, 'take-back': { summary: 'Remove meetings that are still to come from the calendar first' } },
  example: '--connection ID',
  run: async (tenant, { connection: uuid, 'take-back': takesBack }) => {
    await tenant.act(deleteCalendarConnection, { uuid, take_back: takesBack })
    return { disconnected: uuid }
  },
  show: () => 'It is disconnected.',
})

export const commands = [overview, list, connect, renew, set, read, check, disconnect]
