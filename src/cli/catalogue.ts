import { UsageError } from '#process/operator-error.ts'
import type { Command } from './command.ts'
import { didYouMean } from './nearest.ts'

/**
 * What there is to command, in the order of the help. Each is loaded when asked for: what starts the service should not
 * wait for the rest.
 */
const subjects: Readonly<Record<string, { readonly summary: string; load(): Promise<readonly Command[]> }>> = {
  start: {
    summary: 'Run the whole service in one process',
    load: async () => (await import('./commands/start.ts')).commands,
  },
  serve: {
    summary: 'Serve HTTP requests only',
    load: async () => (await import('./commands/serve.ts')).commands,
  },
  work: {
    summary: 'Run background jobs only',
    load: async () => (await import('./commands/work.ts')).commands,
  },
  migrate: {
    summary: 'Migrate the database to this release',
    load: async () => (await import('./commands/migrate.ts')).commands,
  },
  init: {
    summary: 'Create an organization and its owner',
    load: async () => (await import('./commands/init.ts')).commands,
  },
  organization: {
    summary: 'List, edit, and transfer organizations',
    load: async () => (await import('./commands/organization.ts')).commands,
  },
  member: {
    summary: 'Add, list, edit, and remove members',
    load: async () => (await import('./commands/member.ts')).commands,
  },
  invitation: {
    summary: 'Create and manage invitations',
    load: async () => (await import('./commands/invitation.ts')).commands,
  },
  'sign-in-link': {
    summary: 'Create a sign-in link',
    load: async () => (await import('./commands/sign-in-link.ts')).commands,
  },
  password: {
    summary: 'Reset passwords',
    load: async () => (await import('./commands/password.ts')).commands,
  },
  email: {
    summary: 'Change email addresses',
    load: async () => (await import('./commands/email.ts')).commands,
  },
  group: {
    summary: 'Manage groups and their members',
    load: async () => (await import('./commands/group.ts')).commands,
  },
  team: {
    summary: 'Manage teams and their members',
    load: async () => (await import('./commands/team.ts')).commands,
  },
  'event-type': {
    summary: 'Create, edit, and share event types of every kind',
    load: async () => (await import('./commands/event-type.ts')).commands,
  },
  link: {
    summary: 'Create single-use links',
    load: async () => (await import('./commands/link.ts')).commands,
  },
  booking: {
    summary: 'List, book, reschedule, and cancel meetings; accept and decline requests',
    load: async () => (await import('./commands/booking.ts')).commands,
  },
  message: {
    summary: 'Send messages in your own words',
    load: async () => (await import('./commands/message.ts')).commands,
  },
  'routing-form': {
    summary: 'Create and manage routing forms',
    load: async () => (await import('./commands/routing-form.ts')).commands,
  },
  schedule: {
    summary: 'Manage availability schedules',
    load: async () => (await import('./commands/schedule.ts')).commands,
  },
  calendar: {
    summary: "Connect and check members' calendars",
    load: async () => (await import('./commands/calendar.ts')).commands,
  },
  conference: {
    summary: "Set members' conference URLs",
    load: async () => (await import('./commands/conference.ts')).commands,
  },
  payment: {
    summary: 'Connect accounts that take payments',
    load: async () => (await import('./commands/payment.ts')).commands,
  },
  import: {
    summary: 'Import from another scheduling service',
    load: async () => (await import('./commands/import.ts')).commands,
  },
  token: {
    summary: 'Create, list, and revoke personal access tokens',
    load: async () => (await import('./commands/token.ts')).commands,
  },
  app: {
    summary: 'Register and manage OAuth apps',
    load: async () => (await import('./commands/app.ts')).commands,
  },
  webhooks: {
    summary: 'List webhooks and their deliveries; replay deliveries',
    load: async () => (await import('./commands/webhooks.ts')).commands,
  },
  job: {
    summary: 'List and retry failed background jobs',
    load: async () => (await import('./commands/job.ts')).commands,
  },
  activity: {
    summary: 'Verify that the activity log was not changed',
    load: async () => (await import('./commands/activity.ts')).commands,
  },
  export: {
    summary: 'Export an organization into one file',
    load: async () => (await import('./commands/export.ts')).commands,
  },
  backup: {
    summary: 'Back up everything into one file',
    load: async () => (await import('./commands/backup.ts')).commands,
  },
  move: {
    summary: 'Move everything to another database',
    load: async () => (await import('./commands/move.ts')).commands,
  },
  restore: { summary: 'Restore a backup', load: async () => (await import('./commands/restore.ts')).commands },
  hold: {
    summary: 'Keep a copy of this instance from sending anything',
    load: async () => (await import('./commands/hold.ts')).commands,
  },
  resume: {
    summary: 'Let a restored or copied instance send again',
    load: async () => (await import('./commands/resume.ts')).commands,
  },
  health: {
    summary: 'Check whether the service on this machine is ready',
    load: async () => (await import('./commands/health.ts')).commands,
  },
  doctor: {
    summary: 'Check this installation and suggest fixes',
    load: async () => (await import('./commands/doctor.ts')).commands,
  },
}

/** What commands ask a running service for, and nobody types. */
const internalSubjects: typeof subjects = {
  examine: {
    summary: 'Check the service from inside',
    load: async () => (await import('./commands/doctor.ts')).internalCommands,
  },
}

export interface Subject {
  readonly name: string
  readonly summary: string
}

export const listSubjects = (): readonly Subject[] =>
  Object.entries(subjects).map(([name, { summary }]) => ({ name, summary }))

const commandsOf = async (subject: string): Promise<readonly Command[]> => {
  const known = Object.hasOwn(internalSubjects, subject) ? internalSubjects : subjects
  const found = Object.hasOwn(known, subject) ? known[subject] : undefined
  if (!found)
    throw new UsageError(
      `Unknown command: ${subject}.${didYouMean(subject, Object.keys(subjects))} See: openslot --help`,
    )
  return found.load()
}

export const allCommands = async (): Promise<readonly Command[]> =>
  (await Promise.all(Object.keys(subjects).map(commandsOf))).flat()

export type Asked =
  | { readonly kind: 'everything' }
  | { readonly kind: 'subject'; readonly subject: string; readonly commands: readonly Command[] }
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }

/** Which command the words begin with; or, when they name none completely, what there is to choose from. */
export const findCommand = async (words: readonly string[]): Promise<Asked> => {
  const [subject, verb] = words
  if (subject === undefined) return { kind: 'everything' }
  if (subject.startsWith('-')) throw new UsageError(`Write the command first, then ${subject}. See: openslot --help`)
  const commands = await commandsOf(subject)
  const alone = commands.find(({ name }) => name === subject)
  if (alone) return { kind: 'command', command: alone, rest: words.slice(1) }
  if (verb === undefined) return { kind: 'subject', subject, commands }
  const command = commands.find(({ name }) => name === `${subject} ${verb}`)
  if (command) return { kind: 'command', command, rest: words.slice(2) }
  const verbs = commands.map(({ name }) => name.slice(subject.length + 1))
  throw new UsageError(
    `Unknown command: ${subject} ${verb}.${didYouMean(verb, verbs)} The commands are: ${verbs.join(', ')}.`,
  )
}
